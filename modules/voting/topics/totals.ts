import type { Db } from '#src/platform/db.ts';
import { keepFresh } from '#src/platform/fresh.ts';

/** How many counted ballots a topic has, and of how many voters. Public at any time, at most 2 s old (decision 2). */
export function createTotals(db: Db) {
  return keepFresh(
    async (topicIds) => {
      const { rows } = await db.raw<{ rows: { topic_id: number; ballots: number; voters: number }[] }>(
        `select topic_id, sum(ballots)::bigint as ballots, count(*) as voters
           from (select topic_id, user_id, count(*) as ballots
                   from voting.ballots where topic_id = any(?) and voided_at is null group by topic_id, user_id) as voter
          group by topic_id`,
        [topicIds],
      );
      return new Map(rows.map(({ topic_id, ballots, voters }) => [topic_id, { ballots, voters }]));
    },
    { maxAgeMs: 2_000, absent: { ballots: 0, voters: 0 } },
  );
}

export type Totals = ReturnType<typeof createTotals>;
