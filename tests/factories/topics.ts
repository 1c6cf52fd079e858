import type { Category } from '#modules/voting/rules/categories.ts';
import type { Db } from '#src/platform/db.ts';
import { createUsers } from './users.ts';

let count = 0;

export interface TestTopic {
  id: number;
  /** Choice ids in their order. */
  choices: number[];
}

interface TopicOptions {
  name?: string;
  nameEs?: string;
  nameFr?: string;
  category?: Category;
  choices?: number;
  isActive?: boolean;
  isFeatured?: boolean;
  /** Seconds from now, negative in the past; null for no such date. */
  opensIn?: number | null;
  closesIn?: number | null;
}

/** A topic that has been open for an hour and will be for another, unless said otherwise. */
export async function createTopic(db: Db, options: TopicOptions = {}): Promise<TestTopic> {
  const { opensIn = -3_600, closesIn = 3_600, category = 'sports' } = options;
  count += 1;
  const after = (seconds: number | null) =>
    seconds === null ? null : db.raw('clock_timestamp() + make_interval(secs => ?)', [seconds]);
  const [row] = await db('voting.topics')
    .insert({
      name: options.name ?? `Topic ${count}`,
      name_es: options.nameEs ?? null,
      name_fr: options.nameFr ?? null,
      description: 'What is ranked here',
      category,
      is_active: options.isActive ?? true,
      is_featured: options.isFeatured ?? false,
      start_date: after(opensIn),
      end_date: after(closesIn),
    })
    .returning<{ id: number }[]>('id');
  const { id } = row as { id: number };
  const choices = await db('voting.choices')
    .insert(
      Array.from({ length: options.choices ?? 12 }, (_, position) => ({
        topic_id: id,
        position,
        name: `Choice ${position + 1}`,
        description: `The choice with number ${position + 1}`,
      })),
    )
    .returning<{ id: number }[]>('id');
  return { id, choices: choices.map((choice) => choice.id).sort((a, b) => a - b) };
}

/** Lets a topic end now, as time would have. */
export const closeTopic = (db: Db, id: number): Promise<void> => setDates(db, id, { end: 'clock_timestamp()' });

/** Puts a topic elsewhere in time, whatever of it stays; each date as SQL. */
export async function setDates(db: Db, id: number, { start, end }: { start?: string; end: string }): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.topics disable trigger keep_dates');
    await trx('voting.topics')
      .where({ id })
      .update({ end_date: trx.raw(end), ...(start && { start_date: trx.raw(start) }) });
    await trx.raw('alter table voting.topics enable trigger keep_dates');
  });
}

/** Puts ballots of a crowd into a topic, whatever its status: one a ranking, all of tier 10. */
export async function addBallots(db: Db, topicId: number, rankings: number[][]): Promise<void> {
  const users = await createUsers(db, rankings.length);
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    await trx('voting.ballots').insert(
      rankings.map((ranking, index) => ({
        topic_id: topicId,
        user_id: users[index],
        tier: 10,
        ranking,
        counted_at: trx.fn.now(),
      })),
    );
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
  });
}
