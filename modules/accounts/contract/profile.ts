import { z } from 'zod';
import type { Db } from '#src/platform/db.ts';
import type { StoredFile } from '#src/platform/storage.ts';
import { isCountry } from '#src/shared/countries.ts';
import type { Language } from '#src/shared/languages.ts';
import { Email, line, Phone } from '#src/shared/texts.ts';
import { roles, type SessionStart, type SessionUser } from '#src/shared/viewer.ts';

/** Six digits, as they were sent; spaces between them do not count. */
export const Code = z
  .string('code_format')
  .trim()
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'code_format'));

/** Nobody below this age may take part (decision 1). */
export const minimumAge = 18;

/** Whether somebody born on a day (YYYY-MM-DD) has had that birthday by now (UTC). */
export function isOfAge(dateOfBirth: string, now: Date): boolean {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  return Date.UTC(year + minimumAge, month - 1, day) <= now.getTime();
}

const DateOfBirth = z.iso
  .date('date_format')
  .refine((date) => date >= '1900-01-01', 'date_format')
  .refine((date) => isOfAge(date, new Date()), 'under_age');

/** What somebody may write into the profile at once; what is left out stays (specification 2, section 7). */
export const ChangeProfile = z
  .strictObject({
    firstName: line(80),
    lastName: line(80),
    streetAddress: line(200),
    city: line(100),
    state: line(100),
    postalCode: line(20),
    country: line(2).toUpperCase().refine(isCountry, 'country_unknown'),
    dateOfBirth: DateOfBirth,
    nationality: line(80),
    occupation: line(80),
    /** Another one than the present takes its place only when its code is confirmed. */
    email: Email,
    phoneNumber: Phone,
    /** The present picture's address, as the profile gave it: another one is put up by its upload alone. */
    profileImageUrl: z.string().max(200, 'too_long'),
  })
  .partial();
export type ChangeProfile = z.infer<typeof ChangeProfile>;

export const contactKinds = ['email', 'phone'] as const;
export type ContactKind = (typeof contactKinds)[number];

export const ConfirmContact = z.strictObject({ type: z.enum(contactKinds, 'invalid'), code: Code });
export type ConfirmContact = z.infer<typeof ConfirmContact>;

export const kycStatuses = ['none', 'pending', 'verified', 'rejected'] as const;

/** Amounts are US cents; dateOfBirth is YYYY-MM-DD; country is ISO 3166-1. */
export const Profile = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phoneNumber: z.string().nullable(),
  phoneVerified: z.boolean(),
  /** New ones that wait for their codes. */
  pendingEmail: z.string().nullable(),
  pendingPhoneNumber: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  streetAddress: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  nationality: z.string().nullable(),
  occupation: z.string().nullable(),
  role: z.enum(roles),
  kycStatus: z.enum(kycStatuses),
  totalVotes: z.int(),
  totalSpent: z.int(),
  avgVoteAmount: z.int(),
  lastVoteAt: z.iso.datetime().nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** Everything that is written into somebody's list of activities; its text stands in the locales under `activity.<type>`. */
export const activityTypes = [
  'registered',
  /** By an admin, or by a command. */
  'account_created',
  'logged_in',
  'profile_updated',
  'picture_changed',
  'picture_removed',
  'password_changed',
  'email_changed',
  'phone_changed',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** `description` is in the language of the request. */
export const Activity = z.object({
  id: z.int(),
  activityType: z.enum(activityTypes),
  description: z.string(),
  createdAt: z.iso.datetime(),
});
export type Activity = z.infer<typeof Activity>;

/** `browser` and `system` are names as their makers write them, null where the browser does not tell. */
export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

/** What somebody has proved of what winning takes (decision 5). */
export const Eligibility = z.object({ email: z.boolean(), phone: z.boolean() });
export type Eligibility = z.infer<typeof Eligibility>;

export interface Profiles {
  profile(viewer: SessionUser): Promise<Profile>;
  eligibility(viewer: SessionUser): Promise<Eligibility>;
  /** Changes what is named. */
  changeProfile(viewer: SessionUser, change: ChangeProfile, language: Language): Promise<Profile>;
  /**
   * Puts a new address in the old one's place, and ends all sessions and what was sent to the old one; gives what signs the
   * present browser in again. Throws `invalid_code`, `code_expired`, `phone_taken`, `registration_replaced`.
   */
  confirmContact(viewer: SessionUser, input: ConfirmContact, language: Language): Promise<SessionStart>;
  /** Takes a picture of at most 5 MB (JPEG, PNG, WebP, GIF or AVIF). Throws `picture_unreadable`. */
  changePicture(viewer: SessionUser, picture: Buffer): Promise<Profile>;
  removePicture(viewer: SessionUser): Promise<Profile>;
  /** The file behind a picture's address; null where there is none. */
  picture(key: string): Promise<StoredFile | null>;
}

/** What other modules may know of people. */
export interface People {
  /** Where and in which language to write to people; those who have been erased are left out. */
  contactsOf(db: Db, userIds: number[]): Promise<Map<number, { username: string; email: string; language: Language }>>;
  /** Those who may win: e-mail and phone proved by then, not suspended, no admin (decision 5). */
  eligibleAmong(db: Db, userIds: number[], by: Date): Promise<Set<number>>;
  eligibilityOf(db: Db, userId: number): Promise<Eligibility>;
  /** How many accounts there are, and how many of them began on each of the last 30 days (UTC), the oldest first. */
  registrations(db: Db): Promise<{ total: number; days: { day: string; users: number }[] }>;
  /** The accounts behind e-mail addresses, by address in lower case; an address without one is left out. */
  accountsAt(db: Db, emails: string[]): Promise<Map<string, { suspended: boolean; language: Language | null }>>;
  /** By number; those who have been erased are left out. */
  usernamesOf(db: Db, userIds: number[]): Promise<Map<number, string>>;
  /** Those whose names, e-mail address or number contain the text, whatever its case and accents; nobody who has been erased. */
  peopleLike(db: Db, text: string): Promise<number[]>;
  locationsOf(db: Db, userIds: number[]): Promise<Map<number, { city: string | null; country: string | null }>>;
  kycStatusesOf(db: Db, userIds: number[]): Promise<Map<number, (typeof kycStatuses)[number]>>;
}
