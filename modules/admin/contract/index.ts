import { z } from 'zod';
import type { TextsToday } from '#modules/notifications/contract/index.ts';
import type { TopicStats } from '#modules/site/contract/index.ts';
import { VotingFigures } from '#modules/voting/contract/figures.ts';
import type { ResultRow } from '#modules/voting/contract/index.ts';
import { AuditEntry, auditActions, auditSubjects } from '#src/shared/audit.ts';
import { IdInAddress } from '#src/shared/ids.ts';
import { jobStates } from '#src/shared/jobs.ts';
import { currencies } from '#src/shared/money.ts';
import { type Page, PageQuery } from '#src/shared/paging.ts';
import { type SettingKey, type SettingValues, settingSchemas } from '#src/shared/settings.ts';
import { orNothing } from '#src/shared/texts.ts';
import type { Viewer } from '#src/shared/viewer.ts';

const change = <Key extends SettingKey>(key: Key) =>
  z.strictObject({ key: z.literal(key), value: settingSchemas[key] });

/** One setting and its new value (specification 2, section 7); most take a switch, others a word, a number or a list. */
export const ChangeSetting = z.discriminatedUnion(
  'key',
  [
    change('maintenance_mode'),
    change('allow_registration'),
    change('email_notifications'),
    change('sms_notifications'),
    change('push_notifications'),
    change('email_verification'),
    change('phone_verification'),
    change('sms_countries'),
    change('sms_per_day'),
    change('sms_per_country_and_day'),
  ],
  'invalid',
);
export type ChangeSetting = z.infer<typeof ChangeSetting>;

/** What of the audit is wanted; days are those of UTC, both included. */
export const ActivityFilter = z.object({
  action: orNothing(z.enum(auditActions, 'invalid')),
  actorId: orNothing(IdInAddress),
  subjectKind: orNothing(z.enum(auditSubjects, 'invalid')),
  subjectId: orNothing(z.string().trim().max(60, 'too_long')),
  from: orNothing(z.iso.date('date_format')),
  to: orNothing(z.iso.date('date_format')),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;
export const ActivityQuery = ActivityFilter.extend(PageQuery.shape);
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** An entry with its actor's present name; null for a command, or where the person has been erased. */
export const ActivityItem = AuditEntry.extend({ actor: z.string().nullable() });
export type ActivityItem = z.infer<typeof ActivityItem>;

const Views = z.array(z.object({ page: z.string(), views: z.int() }));

/** GET /api/admin/stats (specification 2, section 3), and what the charts show. Money is US cents; days are those of UTC. */
export const AdminStats = VotingFigures.extend({
  totalUsers: z.int(),
  registrations: z.array(z.object({ day: z.iso.date(), users: z.int() })),
  byCurrency: z.array(z.object({ currency: z.enum(currencies), payments: z.int(), revenue: z.int() })),
  pageViews: Views,
});
export type AdminStats = z.infer<typeof AdminStats>;

const Moment = z.iso.datetime().nullable();

/** How the work behind the pages goes: by kind of job, with what BullMQ says of its queue (null where Redis is away). */
export const JobHealth = z.object({
  kinds: z.array(
    z.object({
      job: z.string(),
      open: z.int(),
      failed: z.int(),
      /** Done in the last 24 hours. */
      done: z.int(),
      oldestOpenAt: Moment,
      queue: z.object({ waiting: z.int(), active: z.int(), delayed: z.int(), workers: z.int() }).nullable(),
    }),
  ),
  sweeps: z.array(z.object({ name: z.string(), lastRunAt: z.iso.datetime() })),
});
export type JobHealth = z.infer<typeof JobHealth>;

export const JobsQuery = PageQuery.extend({
  state: z.preprocess((value) => (value === '' ? undefined : value), z.enum(jobStates, 'invalid').default('failed')),
  job: orNothing(z.string().trim().max(60, 'too_long')),
});
export type JobsQuery = z.infer<typeof JobsQuery>;

/** A job that is not done; `payload` holds numbers of rows, never data. */
export const Job = z.object({
  id: z.int(),
  job: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
  relayedAt: Moment,
  failedAt: Moment,
  lastError: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

export const RetryJobs = z.strictObject({ job: z.string('required').min(1, 'required').max(60, 'too_long') });

/** How the choices of one topic stand, while one looks. */
export interface LiveResults {
  topicId: number;
  results: ResultRow[];
  stats: TopicStats;
}

/** What the dashboard hears: the events `stats` (AdminStats) and, for a chosen topic, `results` (LiveResults). */
export const WatchQuery = z.object({ topicId: IdInAddress.optional() });

export interface Admin {
  /** At most two seconds old. */
  stats(): Promise<AdminStats>;
  /**
   * Sends the dashboard's figures now and whenever something has moved, at most every second, until the returned function is
   * called. Throws `not_found` for a topic that is not there.
   */
  watch(
    admin: Viewer,
    topicId: number | undefined,
  ): Promise<(send: (event: string, data: unknown) => void) => () => void>;
  jobHealth(): Promise<JobHealth>;
  /** Newest first, 25 a page. */
  jobs(query: JobsQuery): Promise<Page<Job>>;
  /** Has a failed job done again. Throws `not_found`. */
  retryJob(admin: Viewer, id: number): Promise<void>;
  /** All failed ones of a kind; returns how many. */
  retryJobs(admin: Viewer, job: string): Promise<number>;
  /** Takes a failed job off the list. Throws `not_found`. */
  dismissJob(admin: Viewer, id: number): Promise<void>;
  settings(): Promise<SettingValues>;
  /** What the settings of text messages bound. */
  textsToday(): Promise<TextsToday>;
  /** Changes one setting; the other processes follow within two seconds. */
  changeSetting(admin: Viewer, change: ChangeSetting): Promise<SettingValues>;
  /** What admins have done, newest first, 25 a page. */
  activity(query: ActivityQuery): Promise<Page<ActivityItem>>;
  /** The same as lines of CSV, whole; that somebody took it is an entry of its own. */
  exportActivity(admin: Viewer, filter: ActivityFilter): Promise<AsyncIterable<string>>;
}
