import { type BallotDraft, draftOf, type Voting } from '#modules/voting/contract/index.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Language } from '#src/shared/languages.ts';
import { type Currency, decimalAmount, rateOf } from '#src/shared/money.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { CreateVotePayment, VotePayment } from '../contract/index.ts';
import { priceOf, tierPrices } from '../rules/prices.ts';
import type { Provider } from '../settlement/provider.ts';
import { type PaymentRow, payments } from '../settlement/store.ts';
import { lockedFor } from './declines.ts';

interface Dependencies {
  db: Db;
  provider: Provider;
  voting: Pick<Voting, 'requireOpen'>;
  settle(paymentId: number): Promise<void>;
  publishableKey: string;
  scriptUrl: string;
  /** The host of this site. */
  site: string;
}

/** Class of the advisory locks that put one buyer's attempts in a row. */
const buyerLock = 7002;
const mostAttempts = 10;
const mostOpen = 3;

interface Asked {
  viewer: Viewer;
  draft: BallotDraft;
  currency: Currency;
  language: Language;
}

/** Beginning to buy a ballot. */
export function createAttempts({ db, provider, voting, settle, publishableKey, scriptUrl, site }: Dependencies) {
  /**
   * The identical attempt that is open, or a new one, written before the provider is asked; or the number of an older one
   * that has to be taken back first.
   */
  const attempt = ({ viewer, draft, currency, language }: Asked): Promise<PaymentRow | { inTheWay: number }> =>
    db.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(?, ?)', [buyerLock, viewer.id]);
      await voting.requireOpen(trx, draft);
      const locked = await lockedFor(trx, viewer.id);
      if (locked > 0) throw new AppError('paying_locked', { retryAfter: locked });
      const amount = priceOf(draft.tier, currency);
      const wanted = { user_id: viewer.id, topic_id: draft.topicId, tier: tierSizes[draft.tier], currency, amount };
      const open = await payments(trx)
        .where({ ...wanted, status: 'open', take_back: null })
        .whereRaw('ranking = ?::int[]', [draft.ranking])
        .first();
      if (open) return open;
      await requireRoom(trx, viewer.id);
      const inTheWay = await oldestTooMany(trx, viewer.id);
      if (inTheWay) return { inTheWay };
      const [created] = await payments(trx)
        .insert({
          ...wanted,
          ranking: draft.ranking,
          rate: rateOf(currency),
          usd_cents: tierPrices[draft.tier],
          language,
          site,
          look_at: trx.raw("now() + interval '2 minutes'"),
        })
        .returning('*');
      return created as PaymentRow;
    });

  /** The intent's secret for the browser; null where this payment is over by now. */
  const secretFor = async (payment: PaymentRow): Promise<string | null> => {
    if (payment.intent_id) {
      const { clientSecret, open } = await provider.secretOf(payment.intent_id);
      return open ? clientSecret : null;
    }
    const intent = await provider.create(payment);
    // The secret goes out only after the intent is known here: what can be paid can always be found again.
    const known = await payments(db).where({ id: payment.id, status: 'open' }).update({ intent_id: intent.id });
    if (known === 1) return intent.clientSecret;
    await provider.cancel(intent.id);
    return null;
  };

  return {
    async begin(viewer: Viewer, input: CreateVotePayment, language: Language): Promise<VotePayment> {
      if (viewer.role === 'admin') throw new AppError('admins_cannot_vote');
      const { currency, amount: offered } = input;
      const draft = draftOf(input);
      const price = decimalAmount(priceOf(draft.tier, currency), currency);
      if (Number(offered) !== Number(price)) {
        throw new AppError('price_changed', { details: { amount: price, currency } });
      }
      for (let tries = 0; tries < 5; tries++) {
        const payment = await attempt({ viewer, draft, currency, language });
        if ('inTheWay' in payment) {
          await settle(payment.inTheWay).catch((error) => {
            throw new AppError('payment_unavailable', { cause: error });
          });
          continue;
        }
        try {
          const clientSecret = await secretFor(payment);
          const { id: paymentId, amount } = payment;
          if (clientSecret) return { paymentId, clientSecret, amount, currency, publishableKey, scriptUrl };
          await settle(payment.id); // it has been paid, or taken back, meanwhile: this is another purchase
        } catch (error) {
          await giveUpRefused(db, payment, error);
          throw new AppError('payment_unavailable', { cause: error });
        }
      }
      throw new AppError('payment_unavailable');
    },
  };
}

/** Throws `too_many_payments` where the buyer has begun as many payments within an hour as one may. */
async function requireRoom(trx: Db, userId: number): Promise<void> {
  const [row] = await trx('payments.payments')
    .where({ user_id: userId })
    .whereRaw("created_at > now() - interval '1 hour'")
    .select<{ attempts: number; wait: number }[]>(
      trx.raw(
        "count(*) as attempts, ceil(extract(epoch from min(created_at) + interval '1 hour' - now()))::int as wait",
      ),
    );
  if (row && row.attempts >= mostAttempts)
    throw new AppError('too_many_payments', { retryAfter: Math.max(1, row.wait) });
}

/**
 * Marks the buyer's oldest attempts as to be taken back, where there would be too many open ones with another; gives one that
 * is marked and still open. One whose card is being charged is left alone.
 */
async function oldestTooMany(trx: Db, userId: number): Promise<number | undefined> {
  const open = await payments(trx)
    .where({ user_id: userId, status: 'open' })
    .orderByRaw('take_back is null, id')
    .select<{ id: number; busy: boolean }[]>(
      'id',
      trx.raw(
        'exists (select 1 from payments.confirmations where payment_id = payments.id and ended_at is null) as busy',
      ),
    );
  if (open.length < mostOpen) return undefined;
  const oldest = open.find(({ busy }) => !busy);
  if (oldest) await payments(trx).where({ id: oldest.id }).update({ take_back: 'abandoned', look_at: trx.fn.now() });
  return oldest?.id;
}

/** Lets go of an attempt that the provider has refused to take; one without any answer is tried again with its key. */
async function giveUpRefused(db: Db, { id }: PaymentRow, error: unknown): Promise<void> {
  if ((error as { statusCode?: number }).statusCode === undefined) return;
  await payments(db)
    .where({ id, status: 'open' })
    .whereNull('intent_id')
    .update({ status: 'canceled', reason: 'abandoned', look_at: null });
}
