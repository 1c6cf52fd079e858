import { categories } from '#modules/voting/rules/categories.ts';
import { createDb, type Db } from '#src/platform/db.ts';
import { addTopic, addVoters, fillTopic } from './data.ts';
import type { Bench, Row } from './measurement.ts';
import { signIn } from './sign-in.ts';

const topics = 10_000;
const users = 100_000;
const ballots = 200_000;
const payments = 50_000;
/** Requests of each table; two more warm up. */
const times = 15;
/** Milliseconds in which the slowest of them must be answered. */
const ceiling = 200;

/** The tables of the back office, and what each is asked: as it opens, searched, filtered, sorted, and far back. */
const asked: [table: string, queries: string[]][] = [
  [
    '/api/admin/topics',
    ['', 'q=league', 'q=zzzz', 'state=active&sort=name', 'category=food&sort=-totalVotes', 'sort=endDate&page=300'],
  ],
  ['/api/admin/choices', ['', 'q=choice 17', 'sort=name&page=200']],
  ['/api/users', ['', 'q=bench', 'q=n77777', 'q=zzzz', 'role=admin', 'sort=username&page=3000']],
  ['/api/admin/payments', ['', 'status=succeeded', 'q=n77777', 'currency=EUR&page=200']],
  ['/api/admin/ledger', ['', 'kind=charge&page=500']],
  ['/api/admin/awards', ['', 'state=payable']],
  ['/api/admin/discrepancies', ['']],
  ['/api/admin/broadcasts', ['']],
  ['/api/admin/account-actions', ['']],
  ['/api/admin/shared-cards', ['']],
  ['/api/admin/activity', ['', 'action=topic_updated', 'subjectKind=user&subjectId=5', 'page=100']],
  ['/api/admin/jobs', ['', 'state=open']],
];

/** How long an admin waits for each table on a large site: the slowest answer. */
export async function adminTables(bench: Bench): Promise<Row[]> {
  const db = createDb(bench.env.DATABASE_URL, 4);
  const admin = await fill(db);
  await db.destroy();
  const [cookie] = (await signIn(bench, admin, 1)) as [string];
  const rows: Row[] = [];
  for (const [table, queries] of asked) {
    let slowest = 0;
    let worst = '';
    for (const query of queries) {
      const address = `${bench.web.url}${table}${query && '?'}${encodeURI(query)}`;
      const took = await slowestOf(address, cookie);
      if (took > slowest) [slowest, worst] = [took, query];
    }
    rows.push({
      what: `${table}, ${queries.length} queries (slowest: ${worst || 'as it opens'})`,
      value: slowest,
      unit: 'ms',
      ceiling,
    });
  }
  return rows;
}

async function slowestOf(address: string, cookie: string): Promise<number> {
  let slowest = 0;
  for (let time = -2; time < times; time += 1) {
    const startedAt = performance.now();
    const response = await fetch(address, { headers: { Cookie: cookie } });
    const answer = (await response.json()) as { total?: number };
    if (!response.ok || answer.total === undefined) throw new Error(`${address} answered ${response.status}`);
    if (time >= 0) slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return slowest;
}

/** Makes the site large; returns the number of an admin. */
async function fill(db: Db): Promise<number> {
  const firstUser = await addVoters(db, users);
  const voted = await addTopic(db, 'Bench: the table with ballots');
  await fillTopic(db, voted, firstUser, ballots / 2);
  await db.raw(
    `insert into voting.topics (name, description, name_es, category, is_active, is_featured, start_date, end_date)
     select (array['Best', 'Greatest', 'Favourite', 'Who wins the'])[1 + n % 4] || ' '
              || (array['league', 'film', 'city', 'phone', 'dish'])[1 + n % 5] || ' of table ' || n,
            'What topic ' || n || ' is about', 'Tema ' || n, (?::text[])[1 + n % ${categories.length}], n % 7 > 0, n % 50 = 0,
            case when n % 3 > 0 then now() - interval '1 day' * (40 + n % 60) end,
            case when n % 3 > 0 then now() + interval '1 day' * (n % 79 - 39) end
       from generate_series(1, ?) as n`,
    [[...categories], topics],
  );
  await db.raw(
    `insert into voting.choices (topic_id, position, name)
     select id, place, 'Choice ' || place || ' of ' || id
       from voting.topics, generate_series(0, 4) as place
      where not exists (select 1 from voting.choices where topic_id = topics.id)`,
  );
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    await trx.raw(
      `insert into voting.ballots (topic_id, user_id, tier, ranking, counted_at)
       select topic.id, ? + nth + n, 3, array(select id from voting.choices where topic_id = topic.id limit 3), now()
         from (select id, row_number() over (order by id) as nth from voting.topics where name like '% of table %') as topic,
              generate_series(1, ?) as n`,
      [firstUser, ballots / 2 / topics],
    );
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
  });
  await addPayments(db, voted.id, voted.choices[0] as number, firstUser);
  await db.raw(
    `insert into platform.audit (actor_id, action, subject_kind, subject_id, before, after)
     select ?, 'topic_updated', 'topic', n::text, '{"name":"before"}', '{"name":"after"}' from generate_series(1, 20000) as n`,
    [firstUser],
  );
  await db('accounts.users').where({ id: firstUser }).update({ role: 'admin' });
  await db.raw('vacuum analyze');
  return firstUser;
}

/** Payments that have been charged, counted and booked. */
async function addPayments(db: Db, topicId: number, choice: number, firstUser: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    await trx.raw(
      `insert into payments.payments (user_id, topic_id, tier, ranking, currency, amount, rate, usd_cents, language, site,
              status, intent_id, charge_id, paid_at, card_brand, card_last4, card_fingerprint)
       select ? + n, ?, 3, array[?::int], case when n % 4 = 0 then 'EUR' else 'USD' end, 200, 1, 200, 'en', 'bench',
              'succeeded', 'pi_bench' || n, 'ch_bench' || n, now(), 'visa', '4242', 'card' || n / 2
         from generate_series(1, ?) as n`,
      [firstUser, topicId, choice, payments],
    );
    await trx.raw(
      `insert into voting.ballots (topic_id, user_id, tier, ranking, payment_id, usd_cents, counted_at)
       select topic_id, user_id, tier, ranking, id, usd_cents, paid_at from payments.payments where site = 'bench'`,
    );
    await trx.raw(
      `insert into payments.ledger (kind, reference, payment_id, debit, credit, usd_cents, currency, amount)
       select 'charge', charge_id, id, 'provider', 'revenue', usd_cents, currency, amount
         from payments.payments where site = 'bench'`,
    );
    await trx.raw('set constraints all immediate');
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
  });
}
