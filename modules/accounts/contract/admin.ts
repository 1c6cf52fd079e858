import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import { type Language, languages } from '#src/shared/languages.ts';
import { currencies } from '#src/shared/money.ts';
import type { Page } from '#src/shared/paging.ts';
import { Email, line, orNothing } from '#src/shared/texts.ts';
import { type Role, roles, type Viewer } from '#src/shared/viewer.ts';
import { Activity, kycStatuses, Profile } from './profile.ts';
import { NewPassword, Username, type VerificationKind, verificationKinds } from './sign-in.ts';

/** Where an account stands. `unverified`: registered, and not anybody's yet. */
export const userStates = ['active', 'unverified', 'suspended', 'erased'] as const;
export type UserState = (typeof userStates)[number];

export const accountOrders = ['username', 'email', 'role', 'createdAt'] as const;

/** Which accounts are wanted; `q` is looked for in names, e-mail and phone, a number is a user's own. */
export interface AccountsQuery {
  q: string;
  role?: Role | undefined;
  /** Those who have been erased are shown to whoever asks for them, and to nobody else. */
  state?: UserState | undefined;
  kyc?: (typeof kycStatuses)[number] | undefined;
  /** These alone, by number, erased or not. */
  among?: number[] | undefined;
  sort: `${'' | '-'}${(typeof accountOrders)[number]}`;
  page: number;
}

/** An account as admins look through them. */
export const AccountRow = Profile.pick({
  ...{ id: true, email: true, emailVerified: true, phoneVerified: true, firstName: true },
  ...{ lastName: true, role: true, kycStatus: true },
}).extend({
  /** Null where the account has been erased. */
  username: z.string().nullable(),
  state: z.enum(userStates),
  suspended: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type AccountRow = z.infer<typeof AccountRow>;

/** All that an admin sees of an account. No password. */
export const AccountDetail = AccountRow.extend({
  ...Profile.pick({
    ...{ phoneNumber: true, profileImageUrl: true, dateOfBirth: true, nationality: true, occupation: true },
  }).shape,
  address: Profile.pick({ streetAddress: true, city: true, state: true, postalCode: true, country: true }),
  suspendedAt: z.iso.datetime().nullable(),
  suspendedReason: z.string().nullable(),
  preferredLanguage: z.enum(languages).nullable(),
  preferredCurrency: z.enum(currencies).nullable(),
  /** Null for somebody whom an admin has created. */
  termsAcceptedAt: z.iso.datetime().nullable(),
  termsVersion: z.string().nullable(),
  /** Which codes can be sent again. */
  codesDue: z.array(z.enum(verificationKinds)),
  /** What the person has done with the account lately, newest first. */
  activities: z.array(Activity.omit({ description: true })),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

/** The payload of POST /api/admin/users (specification 2, section 7). */
export const CreateUser = z.strictObject({
  username: Username,
  email: Email,
  password: NewPassword,
  role: z.enum(roles, 'invalid').default('user'),
  firstName: orNothing(line(80)),
  lastName: orNothing(line(80)),
});
export type CreateUser = z.infer<typeof CreateUser>;

/** What is changed of a user; what is left out stays. A suspension needs its reason. */
export const ChangeUser = z.strictObject({
  role: z.enum(roles, 'invalid').optional(),
  kycStatus: z.enum(kycStatuses, 'invalid').optional(),
  suspended: z.boolean('invalid').optional(),
  reason: orNothing(line(500)),
});
export type ChangeUser = z.infer<typeof ChangeUser>;

export const ResendCode = z.strictObject({ type: z.enum(verificationKinds, 'invalid') });

export interface UserAdministration {
  /** 25 a page. */
  accounts(db: Db, query: AccountsQuery): Promise<Page<AccountRow>>;
  /** Also somebody who has been erased, of whom the number is left. Throws `not_found`. */
  account(db: Db, id: number): Promise<AccountDetail>;
  /**
   * Creates an account that can be used at once: the admin's word proves its address; gives its number. Throws
   * `email_taken`, `username_taken`.
   */
  createUser(db: Db, admin: Viewer, input: CreateUser): Promise<number>;
  /**
   * Changes role, identity check or suspension; a suspension ends all sessions. Throws `not_found`, `own_account` for what
   * one would change of oneself, `account_unverified`, `invalid` for a suspension without a reason, and `forbidden` where
   * another admin has just made this one none.
   */
  changeUser(db: Db, admin: Viewer, id: number, change: ChangeUser): Promise<void>;
  /** Ends all sessions of a user. Throws `not_found`. */
  endSessions(db: Db, admin: Viewer, id: number): Promise<void>;
  /**
   * Sends a user another code for the address or number. Throws `not_found`, `nothing_to_verify`, `too_many_requests` while
   * the last code is young, and `codes_used_up`.
   */
  resendCodeTo(db: Db, admin: Viewer, id: number, type: VerificationKind, language: Language): Promise<void>;
}
