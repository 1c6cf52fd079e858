import { createDb, type Db } from '#src/platform/db.ts';
import { setDates } from '#tests/factories/topics.ts';
import { addTopic, addVoters, type BenchTopic, fillTopic } from './data.ts';
import type { Bench, Row } from './measurement.ts';
import type { Server } from './servers.ts';

const small = 10_000;
const large = 1_000_000;

interface Figures {
  seconds: number;
  grownBytes: number;
}

/** The close of a topic with 30 choices: every voter has a free ballot and a paid one, and all of them may win. */
export async function finalization(bench: Bench): Promise<Row[]> {
  const db = createDb(bench.env.DATABASE_URL, 2);
  const finalizer = await bench.start('bench/finalizer.ts');
  const close = async (ballots: number): Promise<Figures> => {
    const topic = await addTopic(db, `Bench: the close of ${ballots} ballots`);
    const firstVoter = await addVoters(db, ballots / 2);
    await proveVoters(db, firstVoter);
    await fillTopic(db, topic, firstVoter, ballots / 2);
    await fillPaid(db, topic, firstVoter, ballots / 2);
    await setDates(db, topic.id, { start: "now() - interval '2 days'", end: "now() - interval '1 minute'" });
    await db.raw('analyze');
    return post(finalizer, topic);
  };
  await close(small); // warms up
  const few = await close(small);
  const many = await close(large);
  await finalizer.stop();
  await db.destroy();
  return [
    { what: 'the close, 10,000 ballots', value: few.seconds * 1_000, unit: 'ms' },
    { what: 'the close, 1,000,000 ballots', value: many.seconds, unit: 's', ceiling: 60 },
    { what: 'growth of the close, 100 times the ballots', value: many.seconds / few.seconds, unit: 'times' },
    { what: 'memory of the close, 10,000 ballots', value: few.grownBytes / 2 ** 20, unit: 'MiB' },
    { what: 'memory of the close, 1,000,000 ballots', value: many.grownBytes / 2 ** 20, unit: 'MiB', ceiling: 300 },
  ];
}

async function post({ url }: Server, { id }: BenchTopic): Promise<Figures> {
  const response = await fetch(url, { method: 'POST', body: String(id), signal: AbortSignal.timeout(300_000) });
  if (!response.ok) throw new Error(`the finalizer answered ${response.status}`);
  return (await response.json()) as Figures;
}

const proveVoters = (db: Db, firstVoter: number) =>
  db.raw(
    `update accounts.users
        set email_verified_at = now() - interval '1 day', phone_verified_at = now() - interval '1 day',
            phone_number = '+34' || (600000000 + id)
      where id >= ?`,
    [firstVoter],
  );

/** A paid ballot of each voter, past the triggers that look at them one by one. */
async function fillPaid(db: Db, topic: BenchTopic, firstVoter: number, many: number): Promise<void> {
  await db.transaction(async (trx) => {
    const both = ['payments.payments', 'voting.ballots'];
    for (const table of both) await trx.raw(`alter table ${table} disable trigger user`);
    await trx.raw(
      `insert into payments.payments (user_id, topic_id, tier, ranking, currency, amount, rate, usd_cents, language, site,
                                      status, intent_id, charge_id, paid_at)
       select voter, :topic, 3, array(select choice from unnest(:choices::int[]) as choice order by random() limit 3 + 0 * voter),
              'USD', 200, 1, 200, 'en', 'bench', 'succeeded', 'pi_bench' || voter, 'ch_bench' || voter, now() - interval '1 hour'
         from generate_series(:first::int, :last::int) as voter`,
      { topic: topic.id, choices: topic.choices, first: firstVoter, last: firstVoter + many - 1 },
    );
    await trx.raw(
      `insert into voting.ballots (topic_id, user_id, tier, ranking, payment_id, usd_cents, counted_at)
       select topic_id, user_id, tier, ranking, id, usd_cents, paid_at from payments.payments where topic_id = ?`,
      [topic.id],
    );
    for (const table of both) await trx.raw(`alter table ${table} enable trigger user`);
  });
}
