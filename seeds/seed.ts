import { hashPassword } from '../modules/accounts/passwords.ts';
import type { Db } from '../src/platform/db.ts';
import { termsVersion } from '../src/shared/legal.ts';
import { ballotsOf, randomFrom } from './ballots.ts';
import { seedTopics } from './data/index.ts';
import type { SeedTopic } from './data/seed-topic.ts';

const voters = 2_000;
const dayMs = 24 * 60 * 60 * 1000;

interface Credentials {
  email: string;
  password: string;
}

/**
 * Fills a database for a demonstration: topics, voters and their ballots, an admin and a voter to log in with. What is
 * there already stays as it is, apart from the two logins' passwords. Returns what was added.
 */
export async function seed(
  db: Db,
  logins: { admin: Credentials; voter: Credentials },
): Promise<{ topics: number; ballots: number }> {
  return db.transaction(async (trx) => {
    await seedLogin(trx, 'Admin', 'admin', logins.admin);
    await seedLogin(trx, 'Demo Voter', 'user', logins.voter);
    const crowd = await seedCrowd(trx);
    const known = new Set(await trx('voting.topics').pluck<string[]>('name'));
    const missing = seedTopics.filter((topic) => !known.has(topic.name));
    // Ballots of the past cannot be cast: the schema takes them only at the present time, while a topic is open.
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    let ballots = 0;
    for (const topic of missing) ballots += await seedTopic(trx, topic, crowd);
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
    return { topics: missing.length, ballots };
  });
}

async function seedLogin(trx: Db, username: string, role: string, { email, password }: Credentials): Promise<void> {
  await trx('accounts.users')
    .insert({
      username,
      email,
      role,
      password_hash: await hashPassword(password),
      claimed_at: trx.fn.now(),
      email_verified_at: trx.fn.now(),
      terms_version: termsVersion,
    })
    .onConflict(trx.raw('(lower(email)) where claimed_at is not null'))
    .merge(['password_hash']);
}

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
        claimed_at: trx.fn.now(),
        email_verified_at: trx.fn.now(),
        terms_version: termsVersion,
      })),
    )
    .onConflict(trx.raw('(lower(email)) where claimed_at is not null'))
    .ignore();
  return trx('accounts.users').where('email', 'like', 'fan%@crowd.podium.example').orderBy('id').pluck<number[]>('id');
}

async function seedTopic(trx: Db, topic: SeedTopic, crowd: readonly number[]): Promise<number> {
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
  return ballots.length;
}
