import { expect, it } from 'vitest';
import type { Db } from '#src/platform/db.ts';
import { createTopic } from '#tests/factories/topics.ts';
import { createUsers } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { createBallots } from './ballots.ts';

const { db } = await testDatabase({ poolMax: 10 });

it('ballots whose connection breaks after they were stored are not told to have been used', async () => {
  const topic = await createTopic(db);
  const users = await createUsers(db, 3);
  let writes = 0;
  const breaking = new Proxy(db, {
    get: (target, name) =>
      name === 'raw'
        ? async (...statement: [string]) => {
            writes += 1;
            await target.raw(...statement);
            throw new Error('Connection terminated unexpectedly');
          }
        : Reflect.get(target, name),
  }) as Db;
  const { castFreeBallot } = createBallots(breaking, () => {});
  const outcomes = await Promise.allSettled(
    users.map((id) =>
      castFreeBallot({ id, role: 'user' }, { topicId: topic.id, tier: 'top3', ranking: topic.choices.slice(0, 3) }),
    ),
  );
  for (const outcome of outcomes) expect(String((outcome as PromiseRejectedResult).reason)).toContain('terminated');
  expect(writes).toBe(1);
  expect(await db('voting.ballots').where({ topic_id: topic.id })).toHaveLength(3);
});
