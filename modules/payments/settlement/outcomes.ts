import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { PaymentReason, PaymentStatus } from '../contract/index.ts';
import { type Facts, misfitOf, standingOf } from '../rules/standing.ts';
import type { Provider } from './provider.ts';
import { type PaymentRow, reportDiscrepancy } from './store.ts';

interface Dependencies {
  provider: Pick<Provider, 'livemode'>;
  voting: Pick<Voting, 'countPaidBallot' | 'voidPaidBallot'>;
}

/** Where a payment comes to, and what the provider still has to be asked for. */
export interface Outcome {
  status: PaymentStatus;
  reason: PaymentReason | null;
  next?: 'cancel' | 'refund';
  /** Its ballot goes on counting although its money goes back. */
  ballotStays?: boolean;
}

/** What follows from what the provider says of a payment: where it comes to, and whether its ballot counts. */
export function createOutcomes({ provider, voting }: Dependencies) {
  /** Voids the ballot; where it has to go on counting, somebody is told. */
  const withdraw = async (trx: Db, payment: PaymentRow, why: string): Promise<{ ballotStays: boolean }> => {
    const gone = await voting.voidPaidBallot(trx, { id: payment.id, topicId: payment.topic_id }, why);
    if (!gone) await reportDiscrepancy(trx, payment.id, 'after_finalization', why);
    return { ballotStays: !gone };
  };

  /** `refundAsked`: an admin wants it to go back; whoever else sends it back meanwhile has done what was asked for. */
  const outcomeOf = async (
    trx: Db,
    payment: PaymentRow,
    facts: Facts,
    why: PaymentReason | null,
    refundAsked: boolean,
  ): Promise<Outcome> => {
    const standing = standingOf(facts);
    const returned = payment.reason ?? (refundAsked ? 'admin' : 'provider');
    switch (standing) {
      case 'open':
        return why ? { status: 'open', reason: why, next: 'cancel' } : { status: 'open', reason: null };
      case 'processing':
        return { status: 'processing', reason: null };
      case 'canceled':
        return { status: 'canceled', reason: payment.reason ?? 'abandoned' };
      case 'disputed':
        await withdraw(trx, payment, 'disputed');
        return { status: 'disputed', reason: null };
      case 'refunded':
        return { status: 'refunded', reason: returned, ...(await withdraw(trx, payment, 'refunded')) };
      case 'part_refunded':
        return { status: 'refunding', reason: returned, next: 'refund', ...(await withdraw(trx, payment, 'refunded')) };
      case 'paid': {
        const refusal = refundAsked ? 'admin' : await count(trx, payment, facts);
        if (!refusal) return { status: 'succeeded', reason: null };
        const withdrawn = await withdraw(trx, payment, refundAsked ? 'refunded' : refusal);
        return { status: 'refunding', reason: refusal, next: 'refund', ...withdrawn };
      }
    }
  };

  /** Counts the ballot of a payment that stands; the reason where it cannot. */
  const count = async (trx: Db, payment: PaymentRow, facts: Facts): Promise<PaymentReason | null> => {
    if (payment.take_back === 'erased') return 'erased';
    const misfit = misfitOf(payment, facts, provider);
    if (misfit) {
      await reportDiscrepancy(trx, payment.id, 'mismatch', misfit);
      return 'mismatch';
    }
    const ballot = {
      paymentId: payment.id,
      topicId: payment.topic_id,
      userId: payment.user_id,
      tier: tierOfSize(payment.tier),
      ranking: payment.ranking,
      usdCents: payment.usd_cents,
      paidAt: facts.charge?.at as Date,
    };
    return voting.countPaidBallot(trx, ballot).then(() => null, reasonOf);
  };

  return outcomeOf;
}

/** What a refusal of voting means for a payment. Anything else is no refusal and goes on up. */
export function reasonOf(error: unknown): PaymentReason {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'voting_closed') return 'late';
  return error.code === 'topic_cancelled' ? 'topic_cancelled' : 'not_open';
}
