/* Where the API answers what this section shows. */

export const broadcastsAddress = '/api/admin/broadcasts' as const;
export const broadcastAddress = (id: number) => `${broadcastsAddress}/${id}` as const;
export const audienceAddress = '/api/admin/broadcast-audience' as const;
