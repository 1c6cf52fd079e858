import type { Db } from '#src/platform/db.ts';
import type { TestTopic } from './topics.ts';

let count = 0;

/** A payment that was charged to a card and has gone back, so that no ballot belongs to it; returns its number. */
export async function payWith(db: Db, topic: TestTopic, user_id: number, card_fingerprint: string): Promise<number> {
  count += 1;
  const [row] = await db('payments.payments')
    .insert({
      ...{ user_id, topic_id: topic.id, tier: 3, ranking: topic.choices.slice(0, 1), usd_cents: 200 },
      ...{ currency: 'USD', amount: 200, rate: 1, language: 'en', site: 'test', status: 'refunded' },
      ...{ charge_id: `ch_card${process.pid}x${topic.id}x${count}`, paid_at: db.fn.now(), card_fingerprint },
      ...{ card_brand: 'visa', card_last4: card_fingerprint.slice(-4) },
    })
    .returning<{ id: number }[]>('id');
  return (row as { id: number }).id;
}
