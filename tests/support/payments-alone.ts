/* What the payments need of other modules, for tests of theirs that have no use for it. */

export const nobody = {
  contactsOf: async () => new Map<number, never>(),
  usernamesOf: async () => new Map<number, never>(),
  peopleLike: async () => [],
};
