import type { Verification } from '#src/shared/verification.ts';

export interface VerificationPolicy {
  email: Verification;
  phone: Verification;
}

/** What is known of an account's proofs. */
export interface Proofs {
  /** The account is somebody's already. */
  claimed: boolean;
  emailVerified: boolean;
  phoneNumber: string | null;
  phoneVerified: boolean;
  /** The address has an owner, and this is a registration beside that account: it can never be completed. */
  addressTaken: boolean;
}

/** What must be proved before the account can be used; with neither it is usable at once. */
export interface Outstanding {
  email: boolean;
  phone: boolean;
}

/**
 * A number that was given is proved where numbers are verified at all. An account that is in use is not locked out for
 * the sake of a number, which it could not change without a session; its address it can prove at any time.
 */
export function outstanding(policy: VerificationPolicy, proofs: Proofs): Outstanding {
  return {
    email: !proofs.emailVerified && (policy.email === 'required' || proofs.addressTaken),
    phone: !proofs.claimed && isPhoneAsked(policy, proofs) && !proofs.phoneVerified,
  };
}

/** Whether a code by text message belongs to this account's verification. */
export function isPhoneAsked(policy: VerificationPolicy, proofs: Pick<Proofs, 'phoneNumber'>): boolean {
  return policy.phone !== 'disabled' && proofs.phoneNumber !== null;
}

export function isComplete({ email, phone }: Outstanding): boolean {
  return !email && !phone;
}
