import { z } from 'zod';
import { languages } from '#src/shared/languages.ts';
import { currencies } from '#src/shared/money.ts';
import { Email, line, orNothing, Phone } from '#src/shared/texts.ts';
import { verifications } from '#src/shared/verification.ts';
import { roles, type SignIn } from '#src/shared/viewer.ts';

export const codeLength = 6;
/** Seconds before another code may be asked for (specification 2, section 9). */
export const resendPauseSeconds = 60;

/**
 * No dot may stand right before two letters: mail programs and chats make a link of such a text ('evil.com'), and names are
 * shown where others read them. That refuses 'jane.doe' too, whom a space, a dash or an underscore serves as well.
 */
export const Username = line(40)
  .min(2, 'too_short')
  .normalize('NFC')
  .refine((name) => !/\.[\p{L}\p{M}]{2}/u.test(name), 'username_link')
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u, 'username_characters');
/** 8 to 128 characters (decision 1). A login takes any, so that it tells nothing about the rule. */
export const NewPassword = z.string('required').min(8, 'password_short').max(128, 'too_long');

/** `phoneNumber` is E.164 in form here; whether such a number exists, the server looks up. */
export const Register = z.strictObject({
  username: Username,
  email: Email,
  phoneNumber: orNothing(Phone),
  password: NewPassword,
});
export type Register = z.infer<typeof Register>;

export const Login = z.strictObject({
  email: Email,
  password: z.string('required').min(1, 'required').max(1_000, 'too_long'),
});
export type Login = z.infer<typeof Login>;

export const ConfirmPassword = Login.pick({ password: true });

/** What a code proves. */
export const verificationKinds = ['email', 'phone'] as const;
export type VerificationKind = (typeof verificationKinds)[number];

export const VerifyCode = z.strictObject({
  email: Email,
  code: z
    .string('required')
    .trim()
    .regex(/^\d{6}$/, 'code_format'),
});
export type VerifyCode = z.infer<typeof VerifyCode>;

export const ResendVerification = z.strictObject({ email: Email, type: z.enum(verificationKinds, 'invalid') });
export type ResendVerification = z.infer<typeof ResendVerification>;

export const ForgotPassword = z.strictObject({ email: Email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** What a link carries: 32 random bytes in base64url. Anything else is as invalid as a wrong one. */
export const ResetPassword = z.strictObject({
  token: z.string('required').min(1, 'required').max(100, 'too_long'),
  password: NewPassword,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

export const Done = z.object({ success: z.literal(true), message: z.string() });

export const Registered = Done.extend({ requiresVerification: z.boolean(), phoneVerificationRequired: z.boolean() });

/** What the registration form has to ask for. */
export const RegistrationSettings = z.object({
  registrationOpen: z.boolean(),
  phone: z.enum(verifications),
  email: z.enum(verifications),
});
export type RegistrationSettings = z.infer<typeof RegistrationSettings>;

/** How far a verification is. `emailVerified` is true as well where addresses are not verified. */
export const VerificationState = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  phoneRequired: z.boolean(),
  phoneVerified: z.boolean(),
});
export type VerificationState = z.infer<typeof VerificationState>;

/**
 * `signedIn`: nothing is outstanding and this browser is signed in now. Elsewhere than where one registered, a new password
 * is to be set with `passwordToken` (POST /api/auth/reset-password), and the way leads to the login.
 */
export const Verified = Done.extend({ signedIn: z.boolean(), passwordToken: z.string().nullable() });

export const LoggedIn = Done.extend({
  user: z.object({ firstName: z.string().nullable(), username: z.string(), email: z.string() }),
});

export const CurrentUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  preferredLanguage: z.enum(languages).nullable(),
  preferredCurrency: z.enum(currencies).nullable(),
});

/** What is stored of somebody's choices; 'auto' means none chosen (specification 1, section 3). */
export const Preferences = z.object({
  preferredLanguage: z.enum([...languages, 'auto']),
  preferredCurrency: z.enum([...currencies, 'auto']),
});
export const ChangePreferences = z.strictObject(Preferences.partial().shape);

/** Ties a registration, or a login that still has to be verified, to the browser that began it. */
export interface Registration {
  userId: number;
  registrationId: string;
}

/** What a right code leads to: a sign-in, a new password (a token, valid 10 minutes), or neither. */
export interface Verification {
  signIn: SignIn | null;
  passwordToken: string | null;
}
