import type { AdminUserRow } from '../../../modules/accounts/admin-contract.ts';

/** What somebody is called here: of whoever has been erased, the number alone is left. */
export const nameOf = ({ id, state, username }: Pick<AdminUserRow, 'id' | 'state' | 'username'>) =>
  state === 'erased' ? `#${id}` : username;
