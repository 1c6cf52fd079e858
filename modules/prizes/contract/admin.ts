import { z } from 'zod';
import { kycStatuses } from '#modules/accounts/contract/index.ts';
import { TopicTitle } from '#modules/voting/contract/index.ts';
import { tiers } from '#modules/voting/rules/tiers.ts';
import { IdInAddress } from '#src/shared/ids.ts';
import { type Page, PageQuery, sortBy } from '#src/shared/paging.ts';
import { orNothing } from '#src/shared/texts.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import { awardStates } from './index.ts';

/** What of the awards is wanted; `q` is an award's number, or part of a winner's name or e-mail. */
export const AwardsFilter = z.object({
  q: z.string().trim().max(254, 'too_long').default(''),
  state: orNothing(z.enum(awardStates, 'invalid')),
  topicId: orNothing(IdInAddress),
  userId: orNothing(IdInAddress),
});
export type AwardsFilter = z.infer<typeof AwardsFilter>;
export const AwardsQuery = AwardsFilter.extend({
  ...PageQuery.shape,
  sort: sortBy(['id', 'cents', 'payableAt'], '-id'),
});
export type AwardsQuery = z.infer<typeof AwardsQuery>;

/** An award as admins see it, in US cents. */
export const AdminAward = z.object({
  id: z.int(),
  /** Null where the topic cannot be shown any more. */
  topic: TopicTitle.nullable(),
  topicId: z.int(),
  tier: z.enum(tiers),
  place: z.int(),
  userId: z.int(),
  /** Null where the winner has been erased. */
  username: z.string().nullable(),
  accuracy: z.int(),
  cents: z.int(),
  state: z.enum(awardStates),
  kycStatus: z.enum(kycStatuses),
  payableAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type AdminAward = z.infer<typeof AdminAward>;

export const WithholdAward = z.strictObject({
  reason: z.string('required').trim().min(1, 'required').max(500, 'too_long'),
});

export interface AwardAdministration {
  /** 25 a page. */
  awards(query: AwardsQuery): Promise<Page<AdminAward>>;
  /** What has to be paid to whom, as lines of CSV, oldest first; that somebody took it stands in the audit. */
  exportAwards(admin: Viewer, filter: AwardsFilter): Promise<AsyncIterable<string>>;
  /** Marks an award that is payable as paid out. Throws `not_found`, `award_not_payable`. */
  markPaid(admin: Viewer, awardId: number): Promise<void>;
  /** Keeps an award back for good. Throws `not_found`, `award_decided`. */
  withhold(admin: Viewer, awardId: number, reason: string): Promise<void>;
}
