import { type Db, violates } from '../../src/platform/db.ts';
import { AppError, type ErrorCode, type ErrorExtras } from '../../src/shared/errors.ts';
import type { Viewer } from '../../src/shared/viewer.ts';
import type { BallotDraft, OwnBallot } from './contract.ts';
import { tierOfSize, tierSizes } from './rules/tiers.ts';

interface BallotRow {
  id: number;
  topic_id: number;
  tier: number;
  ranking: number[];
  counted_at: Date;
}

/** What the trigger `voting.check_ballot` refuses with, as the product's errors. */
const refusals: Record<string, [ErrorCode, ErrorExtras?]> = {
  PV001: ['voting_closed'],
  PV002: ['voting_not_open'],
  PV003: ['invalid', { fields: { voteItems: 'choice_unknown' } }],
  PV404: ['not_found'],
};

export function createBallots(db: Db) {
  return {
    /** One INSERT; whether it may be is decided by the schema alone, under its lock and clock. */
    async castFree(viewer: Viewer, { topicId, tier, ranking }: BallotDraft): Promise<OwnBallot> {
      if (viewer.role === 'admin') throw new AppError('admins_cannot_vote');
      try {
        const { rows } = await db.raw<{ rows: BallotRow[] }>(
          `insert into voting.ballots (topic_id, user_id, tier, ranking) values (?, ?, ?, ?)
           returning id, topic_id, tier, ranking, counted_at`,
          [topicId, viewer.id, tierSizes[tier], ranking],
        );
        return present(rows[0] as BallotRow);
      } catch (error) {
        if (violates(error, 'ballots_one_free')) throw new AppError('free_vote_used');
        const refusal = refusals[(error as { code?: string }).code ?? ''];
        throw refusal ? new AppError(...refusal) : error;
      }
    },

    async hasUsedFree(topicId: number, userId: number): Promise<boolean> {
      const used = await db('voting.ballots')
        .where({ topic_id: topicId, user_id: userId })
        .whereNull('payment_id')
        .first(db.raw('1 as used'));
      return used !== undefined;
    },

    async own(topicId: number, userId: number): Promise<OwnBallot[]> {
      const rows = await db<BallotRow & { user_id: number }>('voting.ballots')
        .where({ topic_id: topicId, user_id: userId })
        .whereNull('voided_at')
        .orderBy('id');
      return rows.map(present);
    },
  };
}

function present(row: BallotRow): OwnBallot {
  return {
    id: row.id,
    topicId: row.topic_id,
    tier: tierOfSize(row.tier),
    ranking: row.ranking,
    countedAt: row.counted_at.toISOString(),
  };
}
