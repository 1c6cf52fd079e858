import type { Language } from '#src/shared/languages.ts';
import type { Currency } from '#src/shared/money.ts';
import type { SessionStart, SessionUser, SignIn, Viewer } from '#src/shared/viewer.ts';
import type { Outstanding } from '../rules/completeness.ts';
import type { UserAdministration } from './admin.ts';
import type { Identity } from './identity.ts';
import type { People, Profiles } from './profile.ts';
import type {
  ForgotPassword,
  Login,
  Register,
  Registration,
  RegistrationSettings,
  ResendVerification,
  ResetPassword,
  Verification,
  VerificationState,
  VerifyCode,
} from './sign-in.ts';

export * from './profile.ts';
export * from './sign-in.ts';

export interface Accounts extends Profiles, People, Identity, UserAdministration {
  /** Whether one can register, and what of. */
  registrationSettings(): Promise<RegistrationSettings>;
  /**
   * Registers an address and sends codes to what must be proved; where nothing must be, the account can be used at once
   * (`signIn`). For an address that belongs to somebody, does alike and mails its owner instead; the answer tells nothing
   * while addresses must be verified. Throws `registration_closed`, `username_taken`, and `invalid` for a number that
   * does not exist or is missing where numbers are required.
   */
  register(
    input: Register,
    language: Language,
  ): Promise<{ registration: Registration; outstanding: Outstanding; signIn: SignIn | null }>;
  /**
   * Redeems a code. The result is a sign-in only for the browser that registered, once nothing is outstanding; in another
   * one a registration gets a new password first. Takes the same time whether or not the address is known. Throws
   * `invalid_code` (also for an unknown address and after five tries), `code_expired`, `registration_replaced`,
   * `username_taken`, `phone_taken` where the number has become another account's, and `registered_elsewhere` for a number
   * whose registration is the owner's of an e-mail address.
   */
  verifyEmail(input: VerifyCode, registration: Registration | undefined): Promise<Verification>;
  verifyPhone(input: VerifyCode, registration: Registration | undefined): Promise<Verification>;
  /**
   * Sends another code where one is due; does alike where none is (unknown or verified address). Half of a day's codes are
   * kept for the browser that registered: nobody else can use them up.
   */
  resendCode(input: ResendVerification, language: Language, registration?: Registration): Promise<void>;
  /** How far a registration is; null when another has replaced it. */
  verificationOf(registration: Registration): Promise<VerificationState | null>;
  /** Mails a link for a new password, unless a newer one is in the mailbox; does alike for an address without an account. */
  forgotPassword(input: ForgotPassword, language: Language): Promise<void>;
  /**
   * Redeems a link, or what a code has led to: the account has the new password, its address is proved, and all its
   * sessions end. Throws `reset_link_invalid`, and `username_taken` where a registration has lost its name in between. The
   * result names the account, and what the browser is known by from now on: it has proved to be its owner's.
   */
  resetPassword(input: ResetPassword, language: Language): Promise<Pick<SignIn, 'id' | 'mark'>>;
  /**
   * Signs in, or has codes sent for what has to be verified first. `registration` is there while the address is unproved,
   * whether or not it must be. Throws `invalid_credentials`, and for a right password `account_suspended`.
   */
  login(
    input: Login,
    language: Language,
  ): Promise<
    | {
        signIn: SignIn;
        user: { firstName: string | null; username: string; email: string };
        registration: Registration | undefined;
      }
    | { signIn: null; registration: Registration }
  >;
  /** What browsers that have signed in to the account of an address, or to its registration, know it by. */
  marksOf(email: string): Promise<string[]>;
  /** Throws `wrong_password` unless this is the signed-in person's password. */
  confirmPassword(viewer: Viewer, password: string): Promise<void>;
  /** The user of a session, while its account is in order and its version the account's; else null. */
  sessionUser(id: number, sessionVersion: number): Promise<SessionUser | null>;
  /** Ends all sessions of an account; what it returns begins those that may go on. */
  renewSessions(userId: number): Promise<SessionStart>;
  /** Keeps what somebody chose; null forgets the choice, what is left out stays. */
  savePreferences(
    userId: number,
    wanted: { preferredLanguage?: Language | null; preferredCurrency?: Currency | null },
  ): Promise<void>;
  /** Mails all other admins that there is a new one (decision 1), and who made it: null for a command. */
  tellOfAdmin(of: { userId: number; actorId: number | null }): Promise<void>;
}
