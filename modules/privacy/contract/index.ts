import { z } from 'zod';
import { Code } from '#modules/accounts/contract/profile.ts';
import type { Db } from '#src/platform/db.ts';
import type { StoredFile } from '#src/platform/storage.ts';
import { Id } from '#src/shared/ids.ts';
import type { Language } from '#src/shared/languages.ts';
import { type Page, PageQuery } from '#src/shared/paging.ts';
import { roles, type SessionUser } from '#src/shared/viewer.ts';

export const actionTypes = ['account_deletion', 'data_export'] as const;
export type ActionType = (typeof actionTypes)[number];
export const actionStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;

export const RequestAction = z.strictObject({
  reason: z.string('required').trim().min(1, 'required').max(1_000, 'too_long'),
});

const orNothing = z.preprocess((value) => (value === '' || value === null ? undefined : value), Code.optional());

/** At least one code; each proves its own address (decision 7). */
export const VerifyAction = z
  .strictObject({ actionId: Id, emailCode: orNothing, phoneCode: orNothing })
  .refine(({ emailCode, phoneCode }) => emailCode || phoneCode, { path: ['emailCode'], message: 'code_needed' });
export type VerifyAction = z.infer<typeof VerifyAction>;

export const AccountAction = z.object({
  id: z.int(),
  actionType: z.enum(actionTypes),
  status: z.enum(actionStatuses),
  requestedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  adminApproved: z.boolean(),
  /** Where a finished or growing export is to be had, for 24 hours after it was approved. */
  downloadUrl: z.string().nullable(),
});
export type AccountAction = z.infer<typeof AccountAction>;

export const ActionRequested = z.object({
  id: z.int(),
  message: z.string(),
  emailSent: z.boolean(),
  smsSent: z.boolean(),
});

/** `complete`: both addresses are proved. */
export const ActionVerified = z.object({
  message: z.string(),
  downloadUrl: z.string().nullable(),
  complete: z.boolean(),
});

/** An export file: there, or still being built. */
export type Download = { state: 'ready'; file: StoredFile; name: string } | { state: 'building' };

/** Where a request for deletion stands, once both addresses are proved. */
export const deletionStates = ['waiting', 'approved', 'rejected'] as const;

export const DeletionsQuery = PageQuery.extend({ state: z.enum(deletionStates, 'invalid').default('waiting') });
export type DeletionsQuery = z.infer<typeof DeletionsQuery>;

/** An account by its number and its present name; null where it has been erased. */
const NamedUser = z.object({ id: z.int(), username: z.string().nullable() });

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

export interface Privacy {
  /**
   * Asks for a deletion or an export and sends a code to each address on file. Throws `email_missing`, `phone_missing`,
   * and `action_open` while one of the kind is open.
   */
  requestAction(
    viewer: SessionUser,
    type: ActionType,
    reason: string,
    language: Language,
  ): Promise<{ id: number; emailSent: boolean; smsSent: boolean }>;
  /**
   * Redeems one or both codes and marks what they prove. With both an export is approved by itself and its file's address
   * told; a deletion then waits for an admin. Throws `not_found`, `invalid_code`, `code_expired`.
   */
  verifyAction(viewer: SessionUser, input: VerifyAction): Promise<AccountAction>;
  /** Newest first. */
  actionsOf(userId: number): Promise<AccountAction[]>;
  /** Takes back one's own request that is not decided yet. Throws `not_found`. */
  cancelAction(viewer: SessionUser, actionId: number): Promise<AccountAction>;
  /** The file of one's own export. Throws `not_found` for anybody else, before it is approved, and after its day. */
  download(viewer: SessionUser, actionId: number, signature: string): Promise<Download>;
  /**
   * An admin's decision about somebody else's deletion, which it carries out; gives the id of whom it has erased, whose
   * sessions have ended. Throws `not_found`, `own_request`, `awards_open`, and `forbidden` where another admin has just made this one none.
   */
  decideDeletion(admin: SessionUser, actionId: number, approved: boolean, language: Language): Promise<number | null>;
  /** Builds the file of an approved export. For the worker; does nothing when it is built already. */
  buildExport(actionId: number): Promise<void>;
  /** Notes that an export could not be built. */
  failExport(actionId: number): Promise<void>;
  /** A sweep: forgets exports' files after their day. */
  forgetExports(): Promise<void>;
  /** A job: cancels what somebody asked for before an address or the password was changed, and has not proved yet. */
  cancelRequests(userId: number, before: string): Promise<void>;
  /** Those that wait come the longest waiting first, others the latest first; 25 a page. */
  deletions(query: DeletionsQuery): Promise<Page<Deletion>>;
  /** Whose deletion waits for an admin. */
  waitingDeletions(db: Db): Promise<number[]>;
  /** What somebody has asked for and nobody has decided, oldest first. */
  openRequestsOf(
    db: Db,
    userId: number,
  ): Promise<Pick<AccountAction, 'id' | 'actionType' | 'status' | 'requestedAt'>[]>;
}
