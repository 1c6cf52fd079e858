import { expect, it } from 'vitest';
import { compose } from '#src/compose.ts';
import { loadTexts } from '#src/i18n/server.ts';
import type { Db } from '#src/platform/db.ts';
import { noLive } from '#src/platform/live.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { addBallots, closeTopic, createTopic } from '#tests/factories/topics.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Death, Life, mortalDb } from '#tests/support/mortal.ts';
import { fakeStorage } from '#tests/support/storage.ts';
import { noStripe } from '#tests/support/stripe.ts';

/* The finalizer is killed at each of its statements, before and after it was done: it leaves all or nothing. */

const { db, url } = await testDatabase({ poolMax: 10 });
const texts = await loadTexts();

const finalizerOn = (own: Db) => {
  const nowhere = () => Promise.reject(new Error('nothing is sent here'));
  return compose({
    live: noLive,
    ...{ db: own, texts, stripe: noStripe, storage: fakeStorage(), publicUrl: 'http://podium.test' },
    secrets: createSecrets('a secret for tests alone, long enough'),
    mailer: { send: nowhere, close() {} },
    sms: { send: nowhere },
  }).modules.prizes;
};
/** The process that comes after, again and again. */
const successor = finalizerOn(db);

/** The finalizer as a process that dies at a step; says whether it lived to the end, because there was no such step. */
async function finalize(topicId: number, death: Death): Promise<boolean> {
  const own = mortalDb(url, new Life(death));
  const lived = await finalizerOn(own)
    .finalize(topicId)
    .then(
      () => true,
      () => false,
    );
  await own.destroy();
  return lived;
}

/** Everything that a finalization leaves behind. */
const traces = async (topicId: number) => {
  const rows = async (table: string) => Number((await db(table).where({ topic_id: topicId }).count({ n: '*' }))[0]?.n);
  const { results_finalized: final } = await db('voting.topics').where({ id: topicId }).first();
  const tables = ['voting.final_results', 'voting.final_tiers', 'prizes.contests', 'prizes.pools', 'prizes.entries'];
  return [final ? 1 : 0, ...(await Promise.all([...tables, 'prizes.awards'].map(rows)))];
};

it('leaves all or nothing', { timeout: 120_000 }, async () => {
  let deaths = 0;
  for (let step = 1, lived = false; !lived; step++) {
    for (const done of [false, true]) {
      const { id, choices } = await createTopic(db, { choices: 4 });
      const rankings = Array.from({ length: 4 }, (_, shift) => [...choices.slice(shift), ...choices.slice(0, shift)]);
      await addBallots(db, id, rankings);
      const unverified = db('accounts.users').whereIn(
        'id',
        db('voting.ballots').where({ topic_id: id }).select('user_id'),
      );
      await unverified.update({ email_verified_at: db.raw("now() - interval '1 day'") });
      await closeTopic(db, id);
      lived = await finalize(id, { step, done });
      const left = await traces(id);
      if (left[0] === 0) expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
      else expect(left.slice(0, 6)).toEqual([1, 4, 3, 1, 3, 4]);
      if (!lived) deaths += 1;
      await successor.finalize(id);
      expect((await traces(id)).slice(0, 6)).toEqual([1, 4, 3, 1, 3, 4]);
    }
  }
  expect(deaths).toBeGreaterThan(40);
});
