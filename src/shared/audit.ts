import { z } from 'zod';

/** What admins do and what is written down of it (decision 9); the texts stand in the locales under `admin-activity:action`. */
export const auditActions = [
  'topic_created',
  'topic_updated',
  'topic_corrected',
  'topic_duplicated',
  'topic_deleted',
  'topic_archived',
  'topic_cancelled',
  'topics_imported',
  'choice_created',
  'choice_corrected',
  'choice_deleted',
  'results_viewed',
  'user_created',
  'user_updated',
  'user_code_resent',
  'user_sessions_ended',
  'deletion_approved',
  'deletion_rejected',
  'payment_refunded',
  'discrepancy_resolved',
  'ledger_exported',
  'award_paid',
  'award_withheld',
  'awards_exported',
  'broadcast_created',
  'broadcast_cancelled',
  'setting_changed',
  'job_retried',
  'job_dismissed',
  'activity_exported',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an entry is about. */
export const auditSubjects = [
  'topic',
  'choice',
  'user',
  'payment',
  'discrepancy',
  'ledger',
  'award',
  'broadcast',
  'setting',
  'job',
  'activity',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** One entry. `actorId` is null for a command of the people who run the site; `before` and `after` hold what changed. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorId: z.int().nullable(),
  action: z.enum(auditActions),
  subject: z.object({ kind: z.enum(auditSubjects), id: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
