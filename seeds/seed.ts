import type { Db } from '#src/platform/db.ts';
import { hashPassword } from '#src/platform/passwords.ts';
import { termsVersion } from '#src/shared/legal.ts';
import { ballotsOf, randomFrom } from './ballots.ts';
import { seedTopics } from './data/index.ts';
import type { SeedTopic } from './data/seed-topic.ts';
import { seedPurchases, type Till } from './purchases.ts';

const voters = 2_000;
const dayMs = 24 * 60 * 60 * 1000;

interface Credentials {
  email: string;
  password: string;
}

/**
 * Fills a database for a demonstration: topics, voters and their ballots, an admin and a voter to log in with. What is
 * there already stays as it is, apart from the two logins' passwords. With a till, some of the voters have bought further
 * ballots. Returns what was added.
 */
export async function seed(
  db: Db,
  logins: { admin: Credentials; voter: Credentials },
  till?: Till,
): Promise<{ topics: number; ballots: number }> {
  return db.transaction(async (trx) => {
    await seedLogin(trx, 'Admin', 'admin', logins.admin);
    const voter = await seedLogin(trx, 'Demo Voter', 'user', logins.voter);
    const crowd = await seedCrowd(trx);
    const known = new Set(await trx('voting.topics').pluck<string[]>('name'));
    const missing = seedTopics.filter((topic) => !known.has(topic.name));
    // Ballots of the past cannot be cast: the schema takes them only at the present time, while a topic is open.
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    let ballots = 0;
    for (const topic of missing) ballots += await seedTopic(trx, topic, { crowd, voter, till });
    await trx.raw('set constraints all immediate'); // else what is still to be checked keeps the table as it is
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
    return { topics: missing.length, ballots };
  });
}

/** Before any topic of the seeds closed: who may win is asked for that time. */
const longAgo = (trx: Db) => trx.raw("now() - interval '100 days'");

/** Somebody to log in as, with all that winning takes. */
async function seedLogin(trx: Db, username: string, role: string, { email, password }: Credentials): Promise<number> {
  const [row] = await trx('accounts.users')
    .insert({
      username,
      email,
      role,
      password_hash: await hashPassword(password),
      claimed_at: longAgo(trx),
      email_verified_at: longAgo(trx),
      ...(role === 'user' && {
        phone_number: '+34609999999',
        phone_verified_at: longAgo(trx),
        city: 'Lisbon',
        country: 'PT',
      }),
      terms_version: termsVersion,
    })
    .onConflict(trx.raw('(lower(email)) where claimed_at is not null'))
    .merge(['password_hash'])
    .returning<{ id: number }[]>('id');
  return (row as { id: number }).id;
}

/** Where some of the voters say that they live. */
const places = [
  ['Madrid', 'ES'],
  ['Lyon', 'FR'],
  ['Chicago', 'US'],
  ['Toronto', 'CA'],
  ['Monterrey', 'MX'],
  ['Manchester', 'GB'],
  ['São Paulo', 'BR'],
  [null, null],
] as const;

/** Voters whom nobody can log in as: their password is never told. */
async function seedCrowd(trx: Db): Promise<number[]> {
  const passwordHash = await hashPassword(crypto.randomUUID());
  const numbers = Array.from({ length: voters }, (_, index) => index + 1);
  await trx('accounts.users')
    .insert(
      numbers.map((number) => ({
        username: `fan${number}`,
        email: `fan${number}@crowd.podium.example`,
        password_hash: passwordHash,
        claimed_at: longAgo(trx),
        email_verified_at: longAgo(trx),
        terms_version: termsVersion,
        city: places[number % places.length]?.[0] ?? null,
        country: places[number % places.length]?.[1] ?? null,
        // One in four has not proved a number, and so cannot win.
        ...(number % 4 !== 0 && {
          phone_number: `+3460${String(number).padStart(7, '0')}`,
          phone_verified_at: longAgo(trx),
        }),
      })),
    )
    .onConflict(trx.raw('(lower(email)) where claimed_at is not null'))
    .ignore();
  return trx('accounts.users').where('email', 'like', 'fan%@crowd.podium.example').orderBy('id').pluck<number[]>('id');
}

interface Electorate {
  crowd: readonly number[];
  /** Whom one can log in as: has voted where results can be seen. */
  voter: number;
  till: Till | undefined;
}

async function seedTopic(trx: Db, topic: SeedTopic, { crowd, voter, till }: Electorate): Promise<number> {
  const inDays = (days: number | null) => (days === null ? null : new Date(Date.now() + days * dayMs));
  const opens = inDays(topic.opens);
  const closes = inDays(topic.closes);
  const [row] = await trx('voting.topics')
    .insert({
      name: topic.name,
      description: topic.description,
      name_es: topic.nameEs,
      description_es: topic.descriptionEs,
      name_fr: topic.nameFr,
      description_fr: topic.descriptionFr,
      category: topic.category,
      is_active: topic.active ?? true,
      is_featured: topic.featured ?? false,
      start_date: opens,
      end_date: closes,
    })
    .returning<{ id: number }[]>('id');
  const topicId = (row as { id: number }).id;
  const choices = await trx('voting.choices')
    .insert(topic.choices.map(([name, description], position) => ({ topic_id: topicId, position, name, description })))
    .returning<{ id: number; position: number }[]>(['id', 'position']);
  const choiceIds = choices.sort((a, b) => a.position - b.position).map((choice) => choice.id);

  const from = opens ?? new Date(Date.now() - 30 * dayMs);
  const to = new Date(Math.min(Date.now(), closes?.getTime() ?? Number.POSITIVE_INFINITY));
  const ballots = ballotsOf(choiceIds, crowd, topic.voters, { from, to }, randomFrom(topic.name));
  for (let start = 0; start < ballots.length; start += 1_000) {
    await trx('voting.ballots').insert(
      ballots.slice(start, start + 1_000).map((ballot) => ({ topic_id: topicId, ...ballot })),
    );
  }
  if (!till) return ballots.length;
  // One in ten has bought another ballot; the demo's voter takes part where it is over, with the favourites in their order.
  const bought = ballotsOf(choiceIds, crowd, topic.voters / 10, { from, to }, randomFrom(`${topic.name}, bought`));
  if (closes && closes <= to) {
    const own = { user_id: voter, counted_at: from };
    await trx('voting.ballots').insert({ ...own, topic_id: topicId, tier: 5, ranking: choiceIds.slice(0, 5) });
    bought.push({ ...own, tier: 3, ranking: choiceIds.slice(0, 3) });
  }
  await seedPurchases(trx, till, topicId, bought);
  return ballots.length + bought.length;
}
