import type { Db } from '#src/platform/db.ts';
import type { AwardState, Prizes } from '../contract/index.ts';
import { kycFromCents } from '../rules/awards.ts';
import { locationOf } from './location.ts';

export interface AwardRow {
  id: number;
  topic_id: number;
  tier: number;
  place: number;
  user_id: number;
  /** Where the winner was from when the award was made. */
  city: string | null;
  country: string | null;
  accuracy: number;
  cents: number;
  payable_at: Date;
  status: 'owed' | 'paid' | 'withheld';
  decided_at: Date | null;
  reason: string | null;
}

/** Winners on a card (specification 1, section 9). */
const shownWinners = 3;

/** Where an award stands, by the clock of the database (`now`) and what is known of the winner. */
export function stateOf({ status, cents, payable_at }: AwardRow, kycStatus: string | undefined, now: Date): AwardState {
  if (status !== 'owed') return status;
  if (cents >= kycFromCents && kycStatus !== 'verified') return 'kyc';
  return now < payable_at ? 'waiting' : 'payable';
}

/** Those among the people who have awards that are neither paid nor withheld. */
export const owedAmong = async (db: Db, userIds: number[]): Promise<Set<number>> =>
  new Set(await db('prizes.awards').whereIn('user_id', userIds).where({ status: 'owed' }).pluck<number[]>('user_id'));

/** What winners have been awarded. */
export const awardFacts: Pick<Prizes, 'winningsOf' | 'awardSums' | 'owedAmong'> = {
  async winningsOf(db, topicIds) {
    if (topicIds.length === 0) return new Map();
    const { rows } = await db.raw<{
      rows: (Pick<AwardRow, 'topic_id' | 'city' | 'country' | 'cents'> & { winners: number; total: number })[];
    }>(
      `select topic_id, city, country, cents, winners, total
           from (select topic_id, city, country, cents, count(*) over topic as winners, sum(cents) over topic::bigint as total,
                        row_number() over (partition by topic_id order by cents desc, tier desc, place) as nth
                   from prizes.awards where topic_id = any(?)
                 window topic as (partition by topic_id)) as award
          where nth <= ${shownWinners} order by topic_id, nth`,
      [topicIds],
    );
    const byTopic = Map.groupBy(rows, ({ topic_id }) => topic_id);
    return new Map(
      [...byTopic].map(([topicId, own]) => [
        topicId,
        {
          winners: own.map(({ cents, ...place }) => ({ ...locationOf(place), amount: cents })),
          winnerCount: own[0]?.winners ?? 0,
          prizeTotal: Number(own[0]?.total ?? 0),
        },
      ]),
    );
  },

  async awardSums(db) {
    const rows = await db('prizes.awards')
      .groupBy('status')
      .select<{ status: AwardRow['status']; cents: number }[]>('status', db.raw('sum(cents)::bigint as cents'));
    const sum = (status: AwardRow['status']) => rows.find((row) => row.status === status)?.cents ?? 0;
    return { owed: sum('owed'), paid: sum('paid'), withheld: sum('withheld') };
  },

  owedAmong,
};
