import type { AdminUserRow } from '#modules/accounts/contract/admin.ts';

/** What somebody is called here: of whoever has been erased, the number alone is left. */
export const nameOf = ({ id, username }: Pick<AdminUserRow, 'id' | 'username'>) => username ?? `#${id}`;
