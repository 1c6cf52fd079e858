import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Payments } from '../contract/index.ts';
import { type Confirmed, isRefusal, type Provider } from '../settlement/provider.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';
import { cardLockedFor, lockedFor } from './declines.ts';

interface Dependencies {
  db: Db;
  provider: Provider;
  voting: Pick<Voting, 'requireOpen'>;
  own: Payments['own'];
  settle(paymentId: number): Promise<void>;
  publicUrl: string;
}

interface Claim {
  id: number;
  payment_id: number;
}

const mostInAnHour = 30;
/** After this long a confirmation that has not ended is treated as lost: the provider has been asked for the last time. */
const lostAfter = '2 minutes';
const keptDays = 7;

const nothing: Confirmed = { authenticate: false, decline: null };
const confirmations = (db: Db) => db('payments.confirmations').whereNull('ended_at');

/**
 * Charging cards. Intents are confirmed by this server alone, so every try passes here. A row that only one process can
 * have, for the person and for the card, is held until the provider's answer is in the books: so the next try sees every
 * decline before it.
 */
export function createConfirmations({ db, provider, voting, own, settle, publicUrl }: Dependencies) {
  const end = (ids: number[]) => confirmations(db).whereIn('id', ids).update({ ended_at: db.fn.now() });

  /** The row that lets this confirmation go ahead; null where another one of the person or the card is under way. */
  const claim = ({ id, user_id, ...payment }: PaymentRow, card: string | null): Promise<Claim | null> =>
    db.transaction(async (trx) => {
      const { topic_id: topicId, tier, ranking } = payment;
      await voting.requireOpen(trx, { topicId, tier: tierOfSize(tier), ranking });
      const [claimed] = await trx('payments.confirmations')
        .insert({ payment_id: id, user_id, card_fingerprint: card })
        .onConflict()
        .ignore()
        .returning<Claim[]>(['id', 'payment_id']);
      if (!claimed) return null;
      // Only now, because what was under way before may just have been declined.
      const locked = await lockedFor(trx, user_id);
      if (locked > 0) throw new AppError('paying_locked', { retryAfter: locked });
      const cardLocked = card ? await cardLockedFor(trx, card) : 0;
      if (cardLocked > 0) throw new AppError('card_locked', { retryAfter: cardLocked });
      await requireRoom(trx, user_id);
      return claimed;
    });

  /** Ends what processes that died have left in the way, once it is in the books. */
  const clear = async ({ user_id }: PaymentRow, card: string | null): Promise<void> => {
    const lost: Claim[] = await confirmations(db)
      .where((query) => query.where({ user_id }).orWhere('card_fingerprint', card ?? ''))
      .whereRaw(`begun_at < now() - interval '${lostAfter}'`)
      .select('id', 'payment_id');
    for (const { payment_id } of lost) await settle(payment_id);
    await end(lost.map(({ id }) => id));
  };

  const claimed = async (payment: PaymentRow, card: string | null): Promise<Claim> => {
    const first = await claim(payment, card);
    if (first) return first;
    await clear(payment, card);
    const second = await claim(payment, card);
    if (!second) throw new AppError('payment_in_progress', { retryAfter: 5 });
    return second;
  };

  /** The card of the confirmation that the bank has interrupted. */
  const cardBefore = async (paymentId: number): Promise<string | null> => {
    const before = await db('payments.confirmations').where({ payment_id: paymentId }).orderBy('id', 'desc').first();
    return before?.card_fingerprint ?? null;
  };

  const charge = async (payment: PaymentRow, token: string | null): Promise<Confirmed> => {
    const card = token ? await provider.cardOf(token) : await cardBefore(payment.id);
    const { id } = await claimed(payment, card);
    try {
      const confirmed = await provider.confirm(payment, {
        token,
        returnUrl: `${publicUrl}/api/payments/return`,
        key: id,
      });
      await settle(payment.id);
      await end([id]);
      return confirmed;
    } catch (error) {
      // Without an answer it may still be charged: the row stays until that can be known.
      if (isRefusal(error)) {
        await settle(payment.id);
        await end([id]);
      }
      throw error;
    }
  };

  /** As `Payments.confirm`, for whoever may. */
  const confirm = async (payment: PaymentRow, token: string | null): Promise<Confirmed> => {
    if (payment.status !== 'open' || !payment.intent_id || payment.take_back) {
      await settle(payment.id);
      return nothing;
    }
    try {
      return await charge(payment, token);
    } catch (error) {
      if (!(error instanceof AppError)) throw new AppError('unavailable', { cause: error });
      if (!endings.has(error.code)) throw error;
      await settle(payment.id); // takes it back and says why
      return nothing;
    }
  };

  return {
    confirmPayment: confirm,

    async confirm(viewer, paymentId, token) {
      const payment = await payments(db).where({ id: paymentId, user_id: viewer.id }).first();
      if (!payment) throw new AppError('not_found');
      const confirmed = await confirm(payment, token);
      return { payment: await own(viewer, paymentId), ...confirmed };
    },

    async forgetStale() {
      await db('payments.confirmations')
        .whereNotNull('ended_at')
        .whereRaw(`begun_at < now() - interval '${keptDays} days'`)
        .delete();
      await db('payments.cards').whereRaw(`declined_at < now() - interval '${keptDays} days'`).delete();
    },
  } satisfies Pick<Payments, 'confirm' | 'forgetStale'> & { confirmPayment: typeof confirm };
}

/** Refusals that mean that the topic takes no such ballot any more. */
const endings = new Set<string>(['voting_closed', 'voting_not_open', 'topic_cancelled']);

async function requireRoom(trx: Db, userId: number): Promise<void> {
  const [row] = await trx('payments.confirmations')
    .where({ user_id: userId })
    .whereRaw("begun_at > now() - interval '1 hour'")
    .select<{ tries: number; wait: number }[]>(
      trx.raw("count(*) as tries, ceil(extract(epoch from min(begun_at) + interval '1 hour' - now()))::int as wait"),
    );
  if (row && row.tries > mostInAnHour) throw new AppError('too_many_payments', { retryAfter: Math.max(1, row.wait) });
}
