/** Decision 1: an address is not asked to be verified, may be, or must be before an account can be used. */
export const verifications = ['disabled', 'optional', 'required'] as const;
export type Verification = (typeof verifications)[number];
