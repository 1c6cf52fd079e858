import type { Db } from '#src/platform/db.ts';
import type { VoterTotals, Voting, VotingPages } from '../contract/index.ts';
import { tierOfSize } from '../rules/tiers.ts';
import { titlesOf } from '../topics/titles.ts';

const pageSize = 20;

const nothing: VoterTotals = { totalVotes: 0, totalSpent: 0, avgVoteAmount: 0, lastVoteAt: null };

interface Row {
  id: number;
  topic_id: number;
  tier: number;
  usd_cents: number | null;
  counted_at: Date;
  names: string[];
}

/** What people's counted ballots come to. */
export const voterTotalsOf: Voting['voterTotalsOf'] = async (db, userIds) => {
  const rows = await db('voting.ballots')
    .whereRaw('user_id = any(?)', [userIds])
    .whereNull('voided_at')
    .groupBy('user_id')
    .select<{ user_id: number; votes: number; spent: number; last: Date }[]>(
      'user_id',
      db.raw('count(*) as votes, coalesce(sum(usd_cents), 0)::bigint as spent, max(counted_at) as last'),
    );
  return new Map(
    rows.map(({ user_id, votes, spent, last }) => [
      user_id,
      {
        totalVotes: votes,
        totalSpent: spent,
        avgVoteAmount: Math.round(spent / votes),
        lastVoteAt: last.toISOString(),
      },
    ]),
  );
};

export const voterTotals: Voting['voterTotals'] = async (db, userId) =>
  (await voterTotalsOf(db, [userId])).get(userId) ?? nothing;

/** What somebody has voted, over all topics. */
export function createHistory(db: Db): Pick<VotingPages, 'history'> {
  return {
    async history(userId, page) {
      const [{ rows }, [counted]] = await Promise.all([
        db.raw<{ rows: Row[] }>(
          `select ballot.id, ballot.topic_id, ballot.tier, ballot.usd_cents, ballot.counted_at,
                  array(select choice.name from unnest(ballot.ranking) with ordinality as ranked (id, place)
                          join voting.choices as choice using (id) order by place) as names
             from voting.ballots as ballot
            where user_id = ? and voided_at is null order by counted_at desc, id desc limit ? offset ?`,
          [userId, pageSize, (page - 1) * pageSize],
        ),
        db('voting.ballots').where({ user_id: userId }).whereNull('voided_at').count({ total: '*' }),
      ]);
      const titles = await titlesOf(
        db,
        rows.map((row) => row.topic_id),
      );
      const total = Number(counted?.total ?? 0);
      return {
        items: rows.flatMap(({ id, topic_id, tier, usd_cents, counted_at, names }) => {
          const topic = titles.get(topic_id);
          if (!topic) return [];
          const paid = { isPaid: usd_cents !== null, amount: usd_cents ?? 0 };
          return [{ id, topic, ...paid, tier: tierOfSize(tier), ranking: names, createdAt: counted_at.toISOString() }];
        }),
        total,
        page,
        pages: Math.ceil(total / pageSize),
      };
    },
  };
}
