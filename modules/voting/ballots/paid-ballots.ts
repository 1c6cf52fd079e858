import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Voting } from '../contract/index.ts';
import { tierSizes } from '../rules/tiers.ts';
import { lockShared } from '../topics/locks.ts';
import { inOurWords } from './ballots.ts';

/** Ballots that wait for their payment, and topics that end with payments under way (decisions 2 to 4). */
export const paidBallots: Pick<
  Voting,
  'requireOpen' | 'countPaidBallot' | 'voidPaidBallot' | 'countedPaid' | 'endedAmong'
> = {
  async requireOpen(db, { topicId, ranking }) {
    if (db.isTransaction) await lockShared(db, topicId);
    try {
      await db.raw('select voting.require_open(?, ?, clock_timestamp())', [topicId, ranking]);
    } catch (error) {
      throw inOurWords(error);
    }
  },

  async countPaidBallot(trx, { paymentId, topicId, userId, tier, ranking, usdCents, paidAt }) {
    await lockShared(trx, topicId);
    const counted = await trx('voting.ballots').where({ payment_id: paymentId }).whereNull('voided_at').first('id');
    if (counted) {
      const topic = await topicOf(trx, topicId);
      if (topic?.cancelled_at && !topic.results_finalized) throw new AppError('topic_cancelled');
      return;
    }
    try {
      // A savepoint: a refusal leaves the caller's transaction usable.
      await trx.transaction((inner) =>
        inner('voting.ballots').insert({
          topic_id: topicId,
          user_id: userId,
          tier: tierSizes[tier],
          ranking,
          payment_id: paymentId,
          usd_cents: usdCents,
          counted_at: paidAt,
        }),
      );
    } catch (error) {
      throw inOurWords(error);
    }
  },

  async voidPaidBallot(trx, { id, topicId }, reason) {
    await lockShared(trx, topicId);
    const topic = await topicOf(trx, topicId);
    const counted = trx('voting.ballots').where({ payment_id: id }).whereNull('voided_at');
    if (topic?.results_finalized) return (await counted.first('id')) === undefined;
    await counted.update({ voided_at: trx.fn.now(), void_reason: reason });
    return true;
  },

  async countedPaid(db) {
    const [counted] = await db('voting.ballots')
      .whereNotNull('payment_id')
      .whereNull('voided_at')
      .select<{ ballots: number; usdCents: number }[]>(
        db.raw('count(*) as ballots, coalesce(sum(usd_cents), 0)::bigint as "usdCents"'),
      );
    return counted as { ballots: number; usdCents: number };
  },

  async endedAmong(db, topicIds) {
    return db('voting.topics')
      .whereIn('id', topicIds)
      .whereRaw('(end_date <= clock_timestamp() or cancelled_at is not null or results_finalized)')
      .pluck<number[]>('id');
  },
};

const topicOf = (trx: Db, id: number) =>
  trx('voting.topics')
    .where({ id })
    .first<{ cancelled_at: Date | null; results_finalized: boolean } | undefined>('cancelled_at', 'results_finalized');
