/** Where the API says what a confirmation link would do. */
export const linkAddress = (token: string) =>
  `/api/subscription-preferences/confirm?token=${encodeURIComponent(token)}` as const;
