import { z } from 'zod';
import type { Language } from '../../src/shared/languages.ts';
import { languages } from '../../src/shared/languages.ts';
import { type Currency, currencies } from '../../src/shared/money.ts';
import { Email, line } from '../../src/shared/texts.ts';
import { roles, type SessionUser } from '../../src/shared/viewer.ts';

export const codeLength = 6;
/** Seconds before another code may be asked for (specification 2, section 9). */
export const resendPauseSeconds = 60;

const Username = line(40)
  .min(2, 'too_short')
  .normalize('NFC')
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u, 'username_characters');
/** 8 to 128 characters (decision 1). A login takes any, so that it tells nothing about the rule. */
const NewPassword = z.string('required').min(8, 'password_short').max(128, 'too_long');

export const Register = z.strictObject({ username: Username, email: Email, password: NewPassword });
export type Register = z.infer<typeof Register>;

export const Login = z.strictObject({
  email: Email,
  password: z.string('required').min(1, 'required').max(1_000, 'too_long'),
});
export type Login = z.infer<typeof Login>;

export const VerifyEmail = z.strictObject({
  email: Email,
  code: z
    .string('required')
    .trim()
    .regex(/^\d{6}$/, 'code_format'),
});
export type VerifyEmail = z.infer<typeof VerifyEmail>;

export const ResendVerification = z.strictObject({ email: Email, type: z.enum(['email'], 'invalid') });
export type ResendVerification = z.infer<typeof ResendVerification>;

export const Done = z.object({ success: z.literal(true), message: z.string() });

export const Registered = Done.extend({ requiresVerification: z.boolean(), phoneVerificationRequired: z.boolean() });

/** `signedIn`: this browser is signed in now. Elsewhere than where one registered, the way leads to the login. */
export const Verified = Done.extend({ signedIn: z.boolean() });

export const LoggedIn = Done.extend({ user: z.object({ username: z.string(), email: z.string() }) });

export const CurrentUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  preferredLanguage: z.enum(languages).nullable(),
  preferredCurrency: z.enum(currencies).nullable(),
});

/** What the registration form must know: whether it is open, and which of e-mail and phone are verified. */
export const verificationModes = ['disabled', 'optional', 'required'] as const;
export const RegistrationSettings = z.object({
  registrationOpen: z.boolean(),
  phone: z.enum(verificationModes),
  email: z.enum(verificationModes),
});
export type RegistrationSettings = z.infer<typeof RegistrationSettings>;

/** What is stored of somebody's choices; 'auto' means none chosen (specification 1, section 3). */
export const Preferences = z.object({
  preferredLanguage: z.enum([...languages, 'auto']),
  preferredCurrency: z.enum([...currencies, 'auto']),
});
export const ChangePreferences = z.strictObject(Preferences.partial().shape);

/** What begins a session: the account, and the version that its sessions must have. */
export interface SignIn {
  id: number;
  sessionVersion: number;
}

/** Ties a registration to the browser that began it. */
export interface Registration {
  userId: number;
  registrationId: string;
}

export interface Accounts {
  /**
   * Registers an address and has a code mailed to it. For an address that belongs to somebody, does alike and mails its
   * owner instead; the answer tells nothing. Throws `username_taken`.
   */
  register(input: Register, language: Language): Promise<Registration>;
  /**
   * Redeems a code. The result is a sign-in only for the browser that registered. Throws `invalid_code` (also for an
   * unknown address and after five tries), `code_expired`, `registration_replaced`, `username_taken`.
   */
  verifyEmail(input: VerifyEmail, registration: Registration | undefined): Promise<SignIn | null>;
  /** Mails another code where one is due; does alike where none is (unknown or verified address). */
  resendCode(input: ResendVerification, language: Language): Promise<void>;
  /** Throws `invalid_credentials`, and for a right password `verification_required` or `account_suspended`. */
  login(input: Login, language: Language): Promise<SignIn & { username: string; email: string }>;
  /** What the system settings say about registering. */
  registrationSettings(): Promise<RegistrationSettings>;
  /** The user of a session, while its account is in order and its version the account's; else null. */
  sessionUser(id: number, sessionVersion: number): Promise<SessionUser | null>;
  /** Keeps what somebody chose; null forgets the choice, what is left out stays. */
  savePreferences(
    userId: number,
    wanted: { preferredLanguage?: Language | null; preferredCurrency?: Currency | null },
  ): Promise<void>;
  /** A sweep: forgets spent codes, and registrations that nobody completed within a month. */
  forgetStale(): Promise<void>;
}
