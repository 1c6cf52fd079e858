import type { Db } from '#src/platform/db.ts';
import { termsVersion } from '#src/shared/legal.ts';

/** Voters with one id after the other; returns the first one's. Nobody can log in as them. */
export async function addVoters(db: Db, many: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { first: number; last: number }[] }>(
    `with prefix as (select 'bench' || coalesce(max(id), 0) || 'n' as text from accounts.users),
          added as (
            insert into accounts.users (username, email, password_hash, claimed_at, email_verified_at, terms_version)
            select text || n, text || n || '@bench.podium.example', '', now(), now(), ?
              from prefix, generate_series(1, ?) as n returning id)
     select min(id) as first, max(id) as last from added`,
    [termsVersion, many],
  );
  const { first, last } = rows[0] as { first: number; last: number };
  if (last - first + 1 !== many) throw new Error('the voters have gaps');
  return first;
}

export interface BenchTopic {
  id: number;
  choices: number[];
}

/** A topic with 30 choices that is always open: it takes ballots, and everybody sees its results. */
export async function addTopic(db: Db, name: string): Promise<BenchTopic> {
  const [topic] = await db('voting.topics').insert({ name }).returning<{ id: number }[]>('id');
  const { id } = topic as { id: number };
  const choices = await db('voting.choices')
    .insert(
      Array.from({ length: 30 }, (_, position) => ({
        topic_id: id,
        position,
        name: `Choice ${position + 1}`,
        description: `What there is to say about choice ${position + 1}`,
      })),
    )
    .returning<{ id: number }[]>('id');
  return { id, choices: choices.map((choice) => choice.id) };
}

/** A ballot of each of `many` voters, of 1 to 10 choices drawn by chance, past the trigger that checks them one by one. */
export async function fillTopic(db: Db, topic: BenchTopic, firstVoter: number, many: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('alter table voting.ballots disable trigger check_ballot');
    await trx.raw(
      `insert into voting.ballots (topic_id, user_id, tier, ranking, counted_at)
       select ?, voter, case when size <= 3 then 3 when size <= 5 then 5 else 10 end,
              array(select choice from unnest(?::int[]) as choice order by random() limit size), now()
         from (select voter, 1 + floor(random() * 10)::int as size
                 from generate_series(?::int, ?::int) as voter offset 0) as drawn`,
      [topic.id, topic.choices, firstVoter, firstVoter + many - 1],
    );
    await trx.raw('alter table voting.ballots enable trigger check_ballot');
  });
}
