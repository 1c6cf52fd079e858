import { coalesce } from '#src/platform/coalesce.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError, type ErrorCode, type ErrorExtras } from '#src/shared/errors.ts';
import type { OwnBallot, Voting, VotingPages } from '../contract/index.ts';
import { tierOfSize, tierSizes } from '../rules/tiers.ts';

interface BallotRow {
  id: number;
  topic_id: number;
  user_id: number;
  tier: number;
  ranking: number[];
  counted_at: Date;
}

/** What `voting.require_open` refuses with, as the product's errors. */
const refusals: Record<string, [ErrorCode, ErrorExtras?]> = {
  PV004: ['topic_cancelled'],
  PV001: ['voting_closed'],
  PV002: ['voting_not_open'],
  PV003: ['invalid', { fields: { voteItems: 'choice_unknown' } }],
  PV404: ['not_found'],
};

/** Whether a statement failed for one of its rows: refused by the trigger, or by a constraint (class 23). */
function isOneRowsFault(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code in refusals || code.startsWith('23');
}

interface FreeBallot {
  topicId: number;
  userId: number;
  size: number;
  ranking: number[];
}

/**
 * Writes free ballots, one statement for all. Whether each may be is decided by the schema alone, under its lock and
 * clock. Sorted, so that two processes that write the same voters' ballots wait for each other in one order.
 * A ballot that is refused by the trigger fails the whole statement.
 */
async function write(db: Db, ballots: FreeBallot[]): Promise<(BallotRow | AppError)[]> {
  const sorted = ballots.toSorted((a, b) => a.topicId - b.topicId || a.userId - b.userId);
  const { rows } = await db.raw<{ rows: BallotRow[] }>(
    `insert into voting.ballots (topic_id, user_id, tier, ranking)
     select topic_id, user_id, tier, ranking::int[]
       from unnest(?::int[], ?::int[], ?::smallint[], ?::text[]) as draft (topic_id, user_id, tier, ranking)
     on conflict (topic_id, user_id) where payment_id is null do nothing
     returning id, topic_id, user_id, tier, ranking, counted_at`,
    [
      sorted.map((ballot) => ballot.topicId),
      sorted.map((ballot) => ballot.userId),
      sorted.map((ballot) => ballot.size),
      sorted.map((ballot) => `{${ballot.ranking.join(',')}}`),
    ],
  );
  const written = new Map(rows.map((row) => [`${row.topic_id} ${row.user_id}`, row]));
  return ballots.map(({ topicId, userId }) => written.get(`${topicId} ${userId}`) ?? new AppError('free_vote_used'));
}

/** A single ballot's write, its refusal in the product's words. */
async function writeAlone(db: Db, ballot: FreeBallot): Promise<BallotRow | AppError> {
  try {
    const [outcome] = await write(db, [ballot]);
    return outcome as BallotRow | AppError;
  } catch (error) {
    return inOurWords(error) as AppError;
  }
}

/** A refusal of the schema as the product's error; any other error as it is. */
export function inOurWords(error: unknown): unknown {
  const refusal = refusals[(error as { code?: string }).code ?? ''];
  return refusal ? new AppError(...refusal) : error;
}

/** Free ballots; `announce` is told when one counts. */
export function createBallots(
  db: Db,
  announce: () => void,
): Pick<VotingPages, 'castBallots' | 'castFreeBallot' | 'hasUsedFreeVote'> {
  // Ballots that come at the same time are written together; where one of them is refused, each is written alone, so
  // that every voter gets his or her own answer.
  const writeFree = coalesce<FreeBallot, BallotRow>(
    async (ballots) => {
      if (ballots.length > 1) {
        try {
          return await write(db, ballots);
        } catch (error) {
          // Only a row's own fault: after a lost connection the ballots may be stored, and must not meet themselves.
          if (!isOneRowsFault(error)) throw error;
        }
      }
      return Promise.all(ballots.map((ballot) => writeAlone(db, ballot)));
    },
    { max: 50, atOnce: 2, keyOf: ({ topicId, userId }) => `${topicId} ${userId}` },
  );

  return {
    async castFreeBallot(viewer, { topicId, tier, ranking }) {
      if (viewer.role === 'admin') throw new AppError('admins_cannot_vote');
      const ballot = await writeFree({ topicId, userId: viewer.id, size: tierSizes[tier], ranking });
      announce();
      return present(ballot);
    },

    castBallots: (topicId, userId) => ownBallots(db, topicId, userId),

    async hasUsedFreeVote(topicId, userId) {
      const used = await db('voting.ballots')
        .where({ topic_id: topicId, user_id: userId })
        .whereNull('payment_id')
        .first(db.raw('1 as used'));
      return used !== undefined;
    },
  };
}

export const ownBallots: Voting['ownBallots'] = async (db, topicId, userId) => {
  const rows = await db<BallotRow>('voting.ballots')
    .where({ topic_id: topicId, user_id: userId })
    .whereNull('voided_at')
    .orderBy('id');
  return rows.map(present);
};

function present(row: BallotRow): OwnBallot {
  return {
    id: row.id,
    topicId: row.topic_id,
    tier: tierOfSize(row.tier),
    ranking: row.ranking,
    countedAt: row.counted_at.toISOString(),
  };
}
