import { tierPrices } from '#modules/payments/rules/prices.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import { ballotsOf, randomFrom } from '#seeds/ballots.ts';
import type { Db } from '#src/platform/db.ts';
import type { TestTopic } from './topics.ts';
import { createUsers } from './users.ts';

interface ContestBallot {
  user_id: number;
  /** Its places: 3, 5 or 10. */
  tier: number;
  ranking: number[];
  counted_at: Date;
  paid: boolean;
}

const homes = [
  ['Cádiz', 'ES'],
  ['Montréal', 'CA'],
  ['Kraków', 'PL'],
  [null, 'KE'],
  [null, null],
] as const;

/** Users who may win from the moment they are made; every fifth tells nobody where he or she is from. */
export async function createElectorate(db: Db, many: number): Promise<number[]> {
  const ids = await createUsers(db, many);
  await prove(db, ids);
  for (const [index, [city, country]] of homes.entries()) {
    const here = ids.filter((_, position) => position % homes.length === index);
    await db('accounts.users').whereIn('id', here).update({ city, country });
  }
  return ids;
}

/** Has people prove their address and a phone number, a day ago. */
export async function prove(db: Db, ids: number[]): Promise<void> {
  await db('accounts.users')
    .whereIn('id', ids)
    .update({
      email_verified_at: db.raw("now() - interval '1 day'"),
      phone_verified_at: db.raw("now() - interval '1 day'"),
      phone_number: db.raw("'+3460' || lpad(id::text, 7, '0')"),
    });
}

/** Ballots as a crowd casts them, the same each time: one a voter, in all tiers, every third of them paid for. */
export async function addContest(db: Db, topic: TestTopic, voters: readonly number[]): Promise<void> {
  const to = new Date(Date.now() - 60_000);
  const span = { from: new Date(to.getTime() - 3_000_000), to };
  const ballots = ballotsOf(topic.choices, voters, voters.length, span, randomFrom('a contest'));
  await castAll(
    db,
    topic.id,
    ballots.map((ballot, index) => ({ ...ballot, paid: index % 3 === 0 })),
  );
}

/** Counts ballots whatever the clock says; those that are paid have a payment behind them. */
export async function castAll(db: Db, topicId: number, ballots: ContestBallot[]): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    for (const { paid, ...ballot } of ballots) {
      const bought = paid ? await pay(trx, topicId, ballot) : {};
      await trx('voting.ballots').insert({ topic_id: topicId, ...ballot, ...bought });
    }
    await trx.raw('set constraints all immediate'); // else what is still to be checked keeps the table as it is
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
  });
}

/** A payment that the bank still looks at: until that is decided its topic is not finalized. */
export async function beginPayment(db: Db, topic: TestTopic, user_id: number): Promise<number> {
  const [row] = await db('payments.payments')
    .insert({
      ...{ user_id, topic_id: topic.id, tier: 3, ranking: topic.choices.slice(0, 1), usd_cents: 200 },
      ...{ currency: 'USD', amount: 200, rate: 1, language: 'en', site: 'test', status: 'processing' },
    })
    .returning<{ id: number }[]>('id');
  return (row as { id: number }).id;
}

let charges = 0;

async function pay(trx: Db, topicId: number, { user_id, tier, ranking, counted_at }: Omit<ContestBallot, 'paid'>) {
  charges += 1;
  const usd_cents = tierPrices[tierOfSize(tier)];
  const [row] = await trx('payments.payments')
    .insert({
      ...{ user_id, topic_id: topicId, tier, ranking, usd_cents },
      ...{ currency: 'USD', amount: usd_cents, rate: 1, language: 'en', site: 'test' },
      ...{ status: 'succeeded', charge_id: `ch_contest${process.pid}x${topicId}x${charges}`, paid_at: counted_at },
    })
    .returning<{ id: number }[]>('id');
  return { payment_id: (row as { id: number }).id, usd_cents };
}
