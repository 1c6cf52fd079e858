import type { Db } from '../../src/platform/db.ts';
import type { Voting } from './contract.ts';
import { tierOfSize } from './rules/tiers.ts';
import type { Topics } from './topics.ts';

const pageSize = 20;

interface Row {
  id: number;
  topic_id: number;
  tier: number;
  usd_cents: number | null;
  counted_at: Date;
  names: string[];
}

/** What somebody has voted, over all topics. */
export function createHistory(db: Db, topics: Topics) {
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
      const byId = await topics.byIds(rows.map((row) => row.topic_id));
      const total = Number(counted?.total ?? 0);
      return {
        items: rows.flatMap(({ id, topic_id, tier, usd_cents, counted_at, names }) => {
          const topic = byId.get(topic_id);
          if (!topic) return [];
          const paid = { isPaid: usd_cents !== null, amount: usd_cents ?? 0 };
          return [{ id, topic, ...paid, tier: tierOfSize(tier), ranking: names, createdAt: counted_at.toISOString() }];
        }),
        total,
        page,
        pages: Math.ceil(total / pageSize),
      };
    },

    async voterTotals(userId) {
      const [row] = await db('voting.ballots')
        .where({ user_id: userId })
        .whereNull('voided_at')
        .select<{ votes: number; spent: number; last: Date | null }[]>(
          db.raw('count(*) as votes, coalesce(sum(usd_cents), 0)::bigint as spent, max(counted_at) as last'),
        );
      const { votes = 0, spent = 0 } = row ?? {};
      return {
        totalVotes: votes,
        totalSpent: spent,
        avgVoteAmount: votes === 0 ? 0 : Math.round(spent / votes),
        lastVoteAt: row?.last?.toISOString() ?? null,
      };
    },
  } satisfies Pick<Voting, 'history' | 'voterTotals'>;
}
