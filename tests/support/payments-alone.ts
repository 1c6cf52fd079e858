import type { AwardSums } from '#modules/payments/contract/admin.ts';

/* What the payments need of other modules, for tests of theirs that have no use for it. */

export const nobody = {
  contactsOf: async () => new Map<number, never>(),
  usernamesOf: async () => new Map<number, never>(),
  peopleLike: async () => [],
};
export const noAwards: AwardSums = { awardSums: async () => ({ owed: 0, paid: 0, withheld: 0 }) };
