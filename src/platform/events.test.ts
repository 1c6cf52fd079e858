import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '#tests/support/database.ts';
import { workThrough } from '#tests/support/workers.ts';
import { defineEvent } from '../shared/events.ts';
import { eventHandlers, publish, subscribe } from './events.ts';
import { defineJob } from './queue.ts';

const { db } = await testDatabase();
const payload = z.strictObject({ id: z.int() });
const happened = defineEvent('test.happened', payload);
const jobOf = (name: string) => defineJob({ name, payload, attempts: 1, backoffMs: 0 });
const first = jobOf('test.first');
const second = jobOf('test.second');

const waiting = () => db('platform.outbox').whereNull('done_at').orderBy('id').select('job', 'payload');

describe('an event', () => {
  it('becomes a job of each subscriber', async () => {
    const handlers = eventHandlers(db, [subscribe(happened, first), subscribe(happened, second)]);
    await db.transaction((trx) => publish(trx, happened, { id: 7 }));
    expect(await waiting()).toEqual([{ job: 'test.happened', payload: { id: 7 } }]);
    await workThrough(db, handlers);
    expect(await waiting()).toEqual([
      { job: 'test.first', payload: { id: 7 } },
      { job: 'test.second', payload: { id: 7 } },
    ]);
    await db('platform.outbox').delete();
  });

  it('of a change that is taken back has not happened', async () => {
    const broken = db.transaction(async (trx) => {
      await publish(trx, happened, { id: 8 });
      throw new Error('the change fails');
    });
    await expect(broken).rejects.toThrow('the change fails');
    expect(await waiting()).toEqual([]);
  });

  it('leaves no job of one subscriber where that of another cannot be written', async () => {
    const wrong = defineJob({ ...first, name: 'test.wrong', payload: payload.extend({ id: z.literal(1) }) });
    const handlers = eventHandlers(db, [subscribe(happened, first), subscribe(happened, wrong as typeof first)]);
    await publish(db, happened, { id: 9 });
    await expect(workThrough(db, handlers)).rejects.toThrow();
    expect(await waiting()).toEqual([{ job: 'test.happened', payload: { id: 9 } }]);
    await db('platform.outbox').delete();
  });
});
