import type { AdminUserRow } from '#modules/admin/contract/people.ts';

/** What somebody is called here: of whoever has been erased, the number alone is left. */
export const nameOf = ({ id, username }: Pick<AdminUserRow, 'id' | 'username'>) => username ?? `#${id}`;
