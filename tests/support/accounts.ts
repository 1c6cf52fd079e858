/** Accounts as broadcasts ask for them, where there are none. */
export const noAccounts = {
  usernamesOf: async () => new Map<number, string>(),
  accountsAt: async () => new Map<string, never>(),
};
