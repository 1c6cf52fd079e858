import type { Db } from '../../src/platform/db.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Accounts } from '../accounts/contract.ts';
import type { Payments } from '../payments/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { tierOfSize } from '../voting/rules/tiers.ts';
import type { AwardState, Prizes } from './contract.ts';
import { locationOf } from './location.ts';
import { kycFromCents } from './rules/awards.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'summaries'>;
  payments: Pick<Payments, 'bookAward'>;
  accounts: Pick<Accounts, 'kycStatusesOf' | 'locationsOf'>;
}

export interface AwardRow {
  id: number;
  topic_id: number;
  tier: number;
  place: number;
  user_id: number;
  accuracy: number;
  cents: number;
  payable_at: Date;
  status: 'owed' | 'paid' | 'withheld';
  decided_at: Date | null;
  reason: string | null;
}

const pageSize = 20;
/** Winners on a card (specification 1, section 9). */
const shownWinners = 3;

/** Where an award stands, by the clock of the database (`now`) and what is known of the winner. */
export function stateOf({ status, cents, payable_at }: AwardRow, kycStatus: string | undefined, now: Date): AwardState {
  if (status !== 'owed') return status;
  if (cents >= kycFromCents && kycStatus !== 'verified') return 'kyc';
  return now < payable_at ? 'waiting' : 'payable';
}

/** Whether somebody has awards that are neither paid nor withheld. */
export const isOwed = async (db: Db, userId: number): Promise<boolean> =>
  (await db('prizes.awards').where({ user_id: userId, status: 'owed' }).first('id')) !== undefined;

/** What is owed to winners, and what becomes of it. Money is not sent out by the product. */
export function createAwards({
  db,
  voting,
  payments,
  accounts,
}: Dependencies): Pick<Prizes, 'winningsOf' | 'awards' | 'markPaid' | 'withhold' | 'hasOpenAwards'> {
  const decide = (awardId: number, change: (trx: Db, award: AwardRow & { now: Date }) => Promise<object>) =>
    db.transaction(async (trx) => {
      const award = await trx('prizes.awards')
        .where({ id: awardId })
        .forUpdate()
        .first<(AwardRow & { now: Date }) | undefined>('*', trx.raw('clock_timestamp() as now'));
      if (!award) throw new AppError('not_found');
      const changed = await change(trx, award);
      await trx('prizes.awards')
        .where({ id: awardId })
        .update({ ...changed, decided_at: trx.fn.now() });
    });

  return {
    async winningsOf(topicIds) {
      if (topicIds.length === 0) return new Map();
      const { rows } = await db.raw<{
        rows: { topic_id: number; user_id: number; cents: number; winners: number; total: number }[];
      }>(
        `select topic_id, user_id, cents, winners, total
           from (select topic_id, user_id, cents, count(*) over topic as winners, sum(cents) over topic::bigint as total,
                        row_number() over (partition by topic_id order by cents desc, tier desc, place) as nth
                   from prizes.awards where topic_id = any(?)
                 window topic as (partition by topic_id)) as award
          where nth <= ${shownWinners} order by topic_id, nth`,
        [topicIds],
      );
      const locations = await accounts.locationsOf(rows.map(({ user_id }) => user_id));
      const byTopic = Map.groupBy(rows, ({ topic_id }) => topic_id);
      return new Map(
        [...byTopic].map(([topicId, own]) => [
          topicId,
          {
            winners: own.map(({ user_id, cents }) => ({ ...locationOf(locations.get(user_id)), amount: cents })),
            winnerCount: own[0]?.winners ?? 0,
            prizeTotal: Number(own[0]?.total ?? 0),
          },
        ]),
      );
    },

    async awards({ state, page }) {
      const large = await db('prizes.awards')
        .where({ status: 'owed' })
        .where('cents', '>=', kycFromCents)
        .distinct()
        .pluck<number[]>('user_id');
      const verified = [...(await accounts.kycStatusesOf(large))].filter(([, status]) => status === 'verified');
      const { rows } = await db.raw<{ rows: (AwardRow & { state: AwardState; total: number })[] }>(
        `select *, count(*) over () as total
           from (select *, case when status <> 'owed' then status
                                when cents >= :kycFromCents and user_id <> all(:verified) then 'kyc'
                                when payable_at > clock_timestamp() then 'waiting'
                                else 'payable' end as state
                   from prizes.awards) as award
          where :state::text is null or state = :state
          order by id desc limit :limit offset :offset`,
        {
          kycFromCents,
          verified: verified.map(([userId]) => userId),
          state: state ?? null,
          limit: pageSize,
          offset: (page - 1) * pageSize,
        },
      );
      const [topics, kyc] = await Promise.all([
        voting.summaries(rows.map(({ topic_id }) => topic_id)),
        accounts.kycStatusesOf(rows.map(({ user_id }) => user_id)),
      ]);
      const total = rows[0]?.total ?? 0;
      const items = rows.flatMap((row) => {
        const topic = topics.get(row.topic_id);
        if (!topic) return [];
        const { id, user_id: userId, place, accuracy, cents, reason } = row;
        return [
          {
            ...{ id, topic, tier: tierOfSize(row.tier), place, userId, accuracy, cents, state: row.state, reason },
            kycStatus: kyc.get(userId) ?? 'none',
            payableAt: row.payable_at.toISOString(),
            decidedAt: row.decided_at?.toISOString() ?? null,
          },
        ];
      });
      return { items, total, page, pages: Math.ceil(total / pageSize) };
    },

    markPaid: (admin, awardId) =>
      decide(awardId, async (trx, award) => {
        const kyc = await accounts.kycStatusesOf([award.user_id]);
        if (stateOf(award, kyc.get(award.user_id), award.now) !== 'payable') throw new AppError('award_not_payable');
        await payments.bookAward(trx, 'payout', award);
        return { status: 'paid', decided_by: admin.id };
      }),

    withhold: (admin, awardId, reason) =>
      decide(awardId, async (trx, award) => {
        if (award.status !== 'owed') throw new AppError('award_decided');
        await payments.bookAward(trx, 'award_withheld', award);
        return { status: 'withheld', decided_by: admin.id, reason };
      }),

    hasOpenAwards: (userId) => isOwed(db, userId),
  };
}
