import { setTimeout } from 'node:timers/promises';
import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import { forgetDeclines, lockedFor, recordDeclines } from '../checkout/declines.ts';
import type { PaymentReason, PaymentStatus, Payments } from '../contract/index.ts';
import { book } from '../ledger/ledger.ts';
import type { Facts } from '../rules/standing.ts';
import type { Letters } from './letters.ts';
import { createOutcomes, type Outcome, reasonOf } from './outcomes.ts';
import type { Provider } from './provider.ts';
import { type PaymentRow, payments, refundAskedColumn } from './store.ts';
import { inTurns } from './turns.ts';

interface Dependencies {
  db: Db;
  provider: Provider;
  voting: Pick<Voting, 'requireOpen' | 'countPaidBallot' | 'voidPaidBallot'>;
  /** Writes to the buyer where the change is one that he or she is told. */
  tell: Letters;
  /** Told when payments may have moved. */
  announce(): void;
}

/** Minutes after which an attempt that the provider knows nothing of is given up: nobody has ever got its secret. */
const bareMinutes = 2;
const abandonedHours = 24;
/** How often another process may be quicker: of those that look at the same time, one writes each time. */
const mostLost = 30;

/** When to look at a payment without having been told, by where it stands; the others wait for an event. */
const looks: Partial<Record<PaymentStatus, string>> = {
  open: "now() + least(greatest(now() - created_at, interval '2 minutes'), interval '1 hour')",
  processing: "now() + interval '2 minutes'",
  refunding: "now() + interval '10 minutes'",
};

/**
 * Brings a payment, its ballot and its books in line with what the provider says, whatever came first and however often.
 * Every step may be the last before a crash: the next call goes on from there. Throws `not_found`, and where the provider
 * cannot be reached or does not do what it is asked for.
 */
export function createSettlement({ db, provider, voting, tell, announce }: Dependencies): Payments['settle'] {
  const outcomeOf = createOutcomes({ provider, voting });

  const load = async (id: number): Promise<PaymentRow> => {
    const payment = await payments(db).where({ id }).first();
    if (!payment) throw new AppError('not_found');
    return payment;
  };

  /** Gives up an attempt that never reached the provider, or whose answer never reached us. */
  const giveUp = (id: number) =>
    payments(db)
      .where({ id, status: 'open' })
      .whereNull('intent_id')
      .whereRaw(`(created_at < now() - interval '${bareMinutes} minutes' or take_back is not null)`)
      .update({ status: 'canceled', reason: db.raw("coalesce(take_back, 'abandoned')"), look_at: null });

  /** Why an open payment should not go on, if so. */
  const whyNot = async ({
    user_id,
    topic_id,
    tier,
    ranking,
    created_at,
    take_back,
  }: PaymentRow): Promise<PaymentReason | null> => {
    if (take_back) return take_back;
    if ((await lockedFor(db, user_id)) > 0) return 'locked';
    if (Date.now() - created_at.getTime() > abandonedHours * 3_600_000) return 'abandoned';
    return voting.requireOpen(db, { topicId: topic_id, tier: tierOfSize(tier), ranking }).then(() => null, reasonOf);
  };

  /** Writes down what follows from the facts; null where somebody else has written since `seen` was read. */
  const apply = (seen: PaymentRow, facts: Facts, why: PaymentReason | null) =>
    db.transaction(async (trx): Promise<Outcome | null> => {
      const now = await payments(trx)
        .where({ id: seen.id })
        .forUpdate()
        .first<{ version: number; refund_asked: boolean } | undefined>('version', refundAskedColumn(trx));
      if (now?.version !== seen.version) return null;
      const { charge } = facts;
      if (charge) await book(trx, seen, facts);
      const locked = await recordDeclines(trx, seen, facts.declines);
      const outcome = await outcomeOf(trx, seen, facts, why ?? (locked ? 'locked' : null), now.refund_asked);
      const { status, reason, ballotStays = false } = outcome;
      await payments(trx)
        .where({ id: seen.id })
        .update({
          status,
          reason,
          version: seen.version + 1,
          look_at: looks[status] ? trx.raw(looks[status]) : null,
          ...(charge && {
            charge_id: charge.id,
            paid_at: charge.at,
            card_brand: charge.card.brand,
            card_last4: charge.card.last4,
            card_fingerprint: charge.card.fingerprint,
          }),
        });
      if (status === 'succeeded' && seen.status !== 'succeeded')
        await forgetDeclines(trx, seen.user_id, charge?.card.fingerprint ?? null);
      if (charge && status !== seen.status) await tell(trx, seen, { status, reason, ballotStays });
      return outcome;
    });

  /** One look at the provider and what follows from it; null where somebody else was quicker. */
  const converge = async (seen: PaymentRow, intentId: string): Promise<Outcome | null> => {
    const refundExpected = seen.status === 'refunding' || seen.status === 'refunded';
    const facts = await provider.read(intentId, { refundExpected });
    const why = facts.state === 'open' ? await whyNot(seen) : null;
    return apply(seen, facts, why);
  };

  /** As `converge` with the payment as it is now; other processes are let go first. Null where nothing is left to do. */
  const look = async (paymentId: number): Promise<{ seen: PaymentRow; next: 'cancel' | 'refund' } | null> => {
    for (let lost = 0; lost < mostLost; lost++) {
      if (lost > 0) await setTimeout(Math.random() * Math.min(1_000, 10 * 2 ** lost));
      const seen = await load(paymentId);
      if (!seen.intent_id) {
        await giveUp(paymentId);
        return null;
      }
      const outcome = await converge(seen, seen.intent_id);
      if (outcome) return outcome.next ? { seen, next: outcome.next } : null;
    }
    throw new Error(`payment ${paymentId} is being written by others all the time`);
  };

  const settle = async (paymentId: number): Promise<void> => {
    const asked = new Set<Outcome['next']>();
    for (;;) {
      const looked = await look(paymentId);
      if (!looked) return;
      const { seen, next } = looked;
      if (asked.has(next)) throw new Error(`payment ${paymentId} does not come to rest`);
      asked.add(next);
      if (next === 'cancel') await provider.cancel(seen.intent_id as string);
      else await provider.refund(seen);
    }
  };

  const inOrder = inTurns(settle);
  return async (paymentId) => {
    await inOrder(paymentId);
    announce();
  };
}
