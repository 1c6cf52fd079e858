import { z } from 'zod';
import { SharedCard } from '#modules/payments/contract/cards.ts';
import { type Language, languages } from '#src/shared/languages.ts';
import { currencies } from '#src/shared/money.ts';
import { type Page, PageQuery, sortBy } from '#src/shared/paging.ts';
import { Email, line, orNothing } from '#src/shared/texts.ts';
import { roles, type Viewer } from '#src/shared/viewer.ts';
import {
  AccountAction,
  Activity,
  kycStatuses,
  NewPassword,
  Profile,
  Username,
  type VerificationKind,
  verificationKinds,
} from './index.ts';

/** Where an account stands. `unverified`: registered, and not anybody's yet. */
export const userStates = ['active', 'unverified', 'suspended', 'erased'] as const;
export type UserState = (typeof userStates)[number];

/** What users can be narrowed to. Those who have been erased are shown to whoever asks for them, and to nobody else. */
export const userFilters = [...userStates, 'deletion_requested'] as const;

/** Which users are wanted; `q` is looked for in names, e-mail and phone, a number is a user's own. */
export const AdminUsersQuery = PageQuery.extend({
  q: z.string().trim().max(100, 'too_long').default(''),
  role: orNothing(z.enum(roles, 'invalid')),
  state: orNothing(z.enum(userFilters, 'invalid')),
  kyc: orNothing(z.enum(kycStatuses, 'invalid')),
  sort: sortBy(['username', 'email', 'role', 'createdAt'], '-createdAt'),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

/** A user in the back office's table. Money is US cents. */
export const AdminUserRow = Profile.pick({
  ...{ id: true, username: true, email: true, emailVerified: true, phoneVerified: true, firstName: true },
  ...{ lastName: true, role: true, kycStatus: true, totalVotes: true, totalSpent: true, lastVoteAt: true },
}).extend({
  /** Null where the account has been erased. */
  username: z.string().nullable(),
  state: z.enum(userStates),
  suspended: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type AdminUserRow = z.infer<typeof AdminUserRow>;

/** An account by its number and its present name; null where it has been erased. */
const NamedUser = z.object({ id: z.int(), username: z.string().nullable() });

/** A card that several accounts have paid with. */
export const SharedCardGroup = SharedCard.omit({ userIds: true }).extend({ users: z.array(NamedUser) });
export type SharedCardGroup = z.infer<typeof SharedCardGroup>;

/** All that an admin sees of a user. No password, no ballot: what somebody has voted is nobody else's business. */
export const AdminUser = AdminUserRow.extend({
  ...Profile.pick({
    ...{ phoneNumber: true, profileImageUrl: true, dateOfBirth: true, nationality: true, occupation: true },
    ...{ avgVoteAmount: true },
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
  /** Requests that are not decided. */
  openActions: z.array(AccountAction.pick({ id: true, actionType: true, status: true, requestedAt: true })),
  /** Awards that are neither paid nor withheld. */
  awardsOpen: z.boolean(),
  sharedCards: z.array(SharedCardGroup),
});
export type AdminUser = z.infer<typeof AdminUser>;

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

/** Where a request for deletion stands, once both addresses are proved. */
export const deletionStates = ['waiting', 'approved', 'rejected'] as const;

export const DeletionsQuery = PageQuery.extend({ state: z.enum(deletionStates, 'invalid').default('waiting') });
export type DeletionsQuery = z.infer<typeof DeletionsQuery>;

/** Somebody's request to have the account deleted. */
export const Deletion = z.object({
  id: z.int(),
  user: NamedUser.extend({ email: z.string().nullable(), role: z.enum(roles) }),
  state: z.enum(deletionStates),
  /** As the person wrote it; forgotten with the person. */
  reason: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  /** Since when it waits: both addresses are proved. */
  provedAt: z.iso.datetime(),
  /** Awards stand in its way (decision 7). */
  awardsOpen: z.boolean(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: NamedUser.nullable(),
});
export type Deletion = z.infer<typeof Deletion>;

export interface UserAdministration {
  /** 25 a page. */
  users(query: AdminUsersQuery): Promise<Page<AdminUserRow>>;
  /** Also somebody who has been erased, of whom the number and the sums are left. Throws `not_found`. */
  adminUser(id: number): Promise<AdminUser>;
  /** Creates an account that can be used at once: the admin's word proves its address. Throws `email_taken`, `username_taken`. */
  createUser(admin: Viewer, input: CreateUser): Promise<AdminUser>;
  /**
   * Changes role, identity check or suspension; a suspension ends all sessions. Throws `not_found`, `own_account` for what
   * one would change of oneself, `account_unverified`, `invalid` for a suspension without a reason, and `forbidden` where
   * another admin has just made this one none.
   */
  changeUser(admin: Viewer, id: number, change: ChangeUser): Promise<AdminUser>;
  /** Ends all sessions of a user. Throws `not_found`. */
  endSessions(admin: Viewer, id: number): Promise<void>;
  /**
   * Sends a user another code for the address or number. Throws `not_found`, `nothing_to_verify`, `too_many_requests` while
   * the last code is young, and `codes_used_up`.
   */
  resendCodeTo(admin: Viewer, id: number, type: VerificationKind, language: Language): Promise<void>;
  /** Those that wait come the longest waiting first, others the latest first; 25 a page. */
  deletions(query: DeletionsQuery): Promise<Page<Deletion>>;
  /** Groups of accounts that share a card, the card used last first, 25 a page. */
  cardGroups(page: number): Promise<Page<SharedCardGroup>>;
}
