import { createHash } from 'node:crypto';
import { priceOf, tierPrices } from '#modules/payments/rules/prices.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Books } from '#sandbox/stripe/books.ts';
import { newCharge, paidCharge } from '#sandbox/stripe/charge-resources.ts';
import { newId, newIntent, newMethod } from '#sandbox/stripe/resources.ts';
import type { Db } from '#src/platform/db.ts';
import { type Currency, rateOf } from '#src/shared/money.ts';

/** A ballot that was bought in the past. */
export interface Purchase {
  user_id: number;
  tier: number;
  ranking: number[];
  counted_at: Date;
}

/** Where payments of the past are written down: the provider's books, and the host of the site that took them. */
export interface Till {
  books: Books;
  site: string;
}

/** What the crowd pays in: most of it in dollars. */
const currencies: Currency[] = ['USD', 'USD', 'USD', 'USD', 'EUR', 'EUR', 'GBP', 'MXN', 'JPY', 'CAD'];

/** Payments with their ballots and entries in the ledger, and the same in the books of the provider. */
export async function seedPurchases(
  trx: Db,
  { books, site }: Till,
  topicId: number,
  purchases: Purchase[],
): Promise<void> {
  const rows = purchases.map(({ user_id, tier, ranking, counted_at }, index) => {
    const name = tierOfSize(tier);
    const currency = currencies[(index + user_id) % currencies.length] as Currency;
    // The provider's clock has whole seconds.
    const paid_at = new Date(Math.floor(counted_at.getTime() / 1_000) * 1_000);
    return {
      ...{ user_id, topic_id: topicId, tier, ranking, currency, site, paid_at, created_at: paid_at },
      ...{ amount: priceOf(name, currency), rate: rateOf(currency), usd_cents: tierPrices[name], language: 'en' },
      ...{ status: 'succeeded', intent_id: newId('pi'), charge_id: newId('ch') },
      ...{ card_brand: 'visa', card_last4: '4242', card_fingerprint: fingerprintOf(user_id) },
    };
  });
  for (let start = 0; start < rows.length; start += 500) {
    const written = await trx('payments.payments')
      .insert(rows.slice(start, start + 500))
      .returning<((typeof rows)[number] & { id: number })[]>('*');
    await trx('voting.ballots').insert(
      written.map(({ id, user_id, tier, ranking, usd_cents, paid_at }) => ({
        ...{ topic_id: topicId, payment_id: id, user_id, tier, ranking, usd_cents, counted_at: paid_at },
      })),
    );
    await trx('payments.ledger').insert(
      written.map(({ id, charge_id, usd_cents, currency, amount, paid_at }) => ({
        ...{ kind: 'charge', reference: charge_id, payment_id: id, debit: 'provider', credit: 'revenue' },
        ...{ usd_cents, currency, amount, booked_at: paid_at },
      })),
    );
    for (const { id, intent_id, charge_id, amount, currency, user_id, tier, paid_at } of written) {
      const created = paid_at.getTime() / 1_000;
      const metadata = { site, payment: String(id), topic: String(topicId), tier: String(tier) };
      const method = newMethod(
        { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
        fingerprintOf(user_id),
      );
      const intent = { ...newIntent({ amount, currency: currency.toLowerCase(), metadata }), id: intent_id, created };
      const charge = paidCharge(newCharge(intent, method, { threeDSecure: false }));
      books.charges.put({ ...charge, id: charge_id, created });
      books.intents.put({ ...intent, amount_received: amount, latest_charge: charge_id, status: 'succeeded' });
    }
  }
}

/** Everybody has a card of his or her own. */
const fingerprintOf = (userId: number) => createHash('sha256').update(`card of ${userId}`).digest('hex').slice(0, 16);
