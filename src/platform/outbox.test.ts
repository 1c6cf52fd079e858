import { randomUUID } from 'node:crypto';
import type { Queue, Worker } from 'bullmq';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { meanwhile, testDatabase } from '#tests/support/database.ts';
import { createLogger } from './logger.ts';
import { enqueue, forgetDone, relayOnce, startRelay } from './outbox.ts';
import { createQueue, defineJob, handleJob, startWorker } from './queue.ts';
import { createRedis } from './redis.ts';

const { db } = await testDatabase({ poolMax: 10 });
const quiet = createLogger('silent', 'test');
const producer = createRedis(inject('redisUrl'), quiet, { answerFast: true });
const consumer = createRedis(inject('redisUrl'), quiet, { answerFast: false });
const prefix = `test-${randomUUID()}`;
const opened: (Queue | Worker)[] = [];
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await Promise.all([producer.quit(), consumer.quit()]);
});

/** A kind of job of the test's own, with its queue. */
function jobOf(name: string, attempts = 1) {
  const job = defineJob({ name, payload: z.strictObject({ id: z.int() }), attempts, backoffMs: 10 });
  const queue = createQueue(name, producer, prefix);
  opened.push(queue);
  return { job, queue, queues: new Map([[name, { queue, job }]]) };
}
const rowsOf = (job: string) => db('platform.outbox').where({ job }).orderBy('id');
const rowOf = async (job: string) => (await rowsOf(job))[0];
const waitingIn = async (queue: Queue) =>
  (await queue.getJobs(['wait', 'delayed', 'prioritized'])).map((job) => job.data.outboxId).sort((a, b) => a - b);
const patience = { timeout: 10_000, interval: 20 };

describe('what is written down for later', () => {
  it('stands or falls with the change that it follows', async () => {
    const { job, queue, queues } = jobOf('with-its-change');
    const failed = db.transaction(async (trx) => {
      await enqueue(trx, job, { id: 1 });
      throw new Error('the change failed');
    });
    await expect(failed).rejects.toThrow('the change failed');
    expect(await rowsOf(job.name)).toEqual([]);

    await db.transaction(async (trx) => {
      await enqueue(trx, job, { id: 2 });
      expect(await meanwhile(() => relayOnce(db, queues, 30))).toBe(0); // not committed, so not to be seen
    });
    expect(await rowsOf(job.name)).toMatchObject([{ payload: { id: 2 }, relayed_at: null }]);
    expect(await relayOnce(db, queues, 30)).toBe(1);
    expect(await waitingIn(queue)).toHaveLength(1);
  });

  it.each([
    ['of another type', { id: 'one' }],
    ['with more than it says', { id: 1, email: 'ada@example.org' }],
    ['with less than it says', {}],
  ])('is refused with a payload %s', async (_what, payload) => {
    const { job } = jobOf('refused');
    await expect(enqueue(db, job, payload as { id: number })).rejects.toThrow(z.ZodError);
    expect(await rowsOf(job.name)).toEqual([]);
  });

  it('is forgotten a week after it was done, and kept while it is open or failed', async () => {
    const { job } = jobOf('forgotten');
    for (const id of [1, 2, 3, 4]) await enqueue(db, job, { id });
    const daysAgo = (days: number) => db.raw('now() - make_interval(days => ?)', [days]);
    const rowWith = (id: number) => db('platform.outbox').where({ job: job.name }).whereRaw("payload->>'id' = ?", [id]);
    await rowWith(1).update({ done_at: daysAgo(8) });
    await rowWith(2).update({ done_at: daysAgo(6) });
    await rowWith(3).update({ failed_at: daysAgo(8) });
    await rowWith(4).update({ created_at: daysAgo(8) });
    await forgetDone(db);
    expect((await rowsOf(job.name)).map((row) => row.payload.id)).toEqual([2, 3, 4]);
  });
});

describe('the relay', () => {
  it('moves each row once, even when several relay at once', async () => {
    const { job, queue, queues } = jobOf('moved-once');
    for (let id = 1; id <= 40; id++) await enqueue(db, job, { id });
    const addBulk = vi.spyOn(queue, 'addBulk');
    const moved = await Promise.all(Array.from({ length: 8 }, () => relayOnce(db, queues, 30)));
    expect(moved.reduce((sum, one) => sum + one, 0)).toBe(40);
    const ids = (await rowsOf(job.name)).map((row) => row.id);
    const added = addBulk.mock.calls.flatMap(([jobs]) => jobs.map(({ data }) => data.outboxId));
    expect(added.toSorted((a, b) => a - b)).toEqual(ids);
    expect(await waitingIn(queue)).toEqual(ids);
    expect(await relayOnce(db, queues, 30)).toBe(0);
  });

  it('passes by the rows that another relay is just moving', async () => {
    const { job, queues } = jobOf('passed-by');
    await enqueue(db, job, { id: 1 });
    await db.transaction(async (otherRelay) => {
      expect(await relayOnce(otherRelay, queues, 30)).toBe(1);
      expect(await meanwhile(() => relayOnce(db, queues, 0))).toBe(0);
    });
  });

  it('tells the queue how a job is tried again, and to remember none that is over', async () => {
    const { job, queue, queues } = jobOf('as-defined', 7);
    await enqueue(db, job, { id: 1 });
    await relayOnce(db, queues, 30);
    const [added] = await queue.getJobs(['wait']);
    expect(added?.opts).toMatchObject({
      attempts: 7,
      backoff: { type: 'exponential', delay: 10 },
      removeOnComplete: true,
      removeOnFail: true,
    });
  });

  it('moves the rows of its own jobs alone', async () => {
    const mine = jobOf('mine');
    const other = jobOf('somebody-elses');
    await enqueue(db, other.job, { id: 1 });
    expect(await relayOnce(db, mine.queues, 30)).toBe(0);
    expect(await rowOf(other.job.name)).toMatchObject({ relayed_at: null });
  });

  it('moves rows again that grew stale, for Redis may have lost them, and adds none twice', async () => {
    const { job, queue, queues } = jobOf('stale');
    await enqueue(db, job, { id: 1 });
    expect(await relayOnce(db, queues, 30)).toBe(1);
    expect(await relayOnce(db, queues, 30)).toBe(0);
    expect(await relayOnce(db, queues, 0)).toBe(1);
    const { id } = await rowOf(job.name);
    expect(await waitingIn(queue)).toEqual([id]); // it was still there

    await queue.obliterate({ force: true });
    expect(await relayOnce(db, queues, 0)).toBe(1);
    expect(await waitingIn(queue)).toEqual([id]);
  });

  it.each(['done_at', 'failed_at'])('leaves alone what has its %s', async (column) => {
    const { job, queues } = jobOf(`over-${column}`);
    await enqueue(db, job, { id: 1 });
    await rowsOf(job.name).update({ [column]: db.fn.now() });
    expect(await relayOnce(db, queues, 0)).toBe(0);
  });

  it('takes its rows back when Redis does not accept them', async () => {
    const { job, queue, queues } = jobOf('taken-back');
    await enqueue(db, job, { id: 1 });
    vi.spyOn(queue, 'addBulk').mockRejectedValueOnce(new Error('Redis is away'));
    await expect(relayOnce(db, queues, 30)).rejects.toThrow('Redis is away');
    expect(await relayOnce(db, queues, 30)).toBe(1);
  });

  it('keeps on moving rows, over a failure too, until it is stopped', async () => {
    const { job, queue, queues } = jobOf('kept-on');
    vi.spyOn(queue, 'addBulk').mockRejectedValueOnce(new Error('Redis is away'));
    const relay = startRelay(db, queues, quiet, { pauseMs: 5 });
    await enqueue(db, job, { id: 1 });
    await vi.waitFor(async () => expect(await waitingIn(queue)).toHaveLength(1), patience);
    await enqueue(db, job, { id: 2 });
    await vi.waitFor(async () => expect(await waitingIn(queue)).toHaveLength(2), patience);
    await relay.stop();
    await enqueue(db, job, { id: 3 });
    await new Promise((done) => setTimeout(done, 50));
    expect(await waitingIn(queue)).toHaveLength(2);
  });
});

describe('a worker', () => {
  /** A kind of job with a worker whose handler is `handle`. */
  function working(name: string, attempts: number, handle: (payload: { id: number }) => Promise<void>) {
    const of = jobOf(name, attempts);
    const handled = vi.fn(handle);
    const onExhausted = vi.fn(async (_payload: { id: number }, _error: Error) => {});
    const worker = startWorker(handleJob({ ...of.job, concurrency: 5 }, { handle: handled, onExhausted }), {
      db,
      redis: consumer,
      prefix,
      logger: quiet,
    });
    opened.push(worker);
    /** Resolves when the queue holds nothing any more. */
    const idle = () =>
      vi.waitFor(async () => {
        const counts = await of.queue.getJobCounts('wait', 'active', 'delayed');
        expect(counts).toEqual({ wait: 0, active: 0, delayed: 0 });
      }, patience);
    return { ...of, handled, onExhausted, idle };
  }

  it('does a job with what was written down and marks it done', async () => {
    const { job, queue, queues, handled, onExhausted, idle } = working('done', 3, async () => {});
    await enqueue(db, job, { id: 7 });
    await relayOnce(db, queues, 30);
    await vi.waitFor(async () => expect((await rowOf(job.name)).done_at).not.toBeNull(), patience);
    await idle();
    expect(handled.mock.calls).toEqual([[{ id: 7 }]]);
    expect(onExhausted).not.toHaveBeenCalled();
    expect(await rowOf(job.name)).toMatchObject({ failed_at: null, last_error: null });

    // A pointer that comes once more, as after a crash, does nothing.
    await queue.add(job.name, { outboxId: (await rowOf(job.name)).id });
    await idle();
    expect(handled).toHaveBeenCalledTimes(1);
  });

  it('marks a job done only after its handler has ended', async () => {
    const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
    const { job, queues, handled } = working('done-after', 1, () => end);
    await enqueue(db, job, { id: 1 });
    await relayOnce(db, queues, 30);
    await vi.waitFor(() => expect(handled).toHaveBeenCalled(), patience);
    expect((await rowOf(job.name)).done_at).toBeNull();
    letEnd();
    await vi.waitFor(async () => expect((await rowOf(job.name)).done_at).not.toBeNull(), patience);
  });

  it('tries again what failed, after a pause', async () => {
    const at: number[] = [];
    const { job, queues, onExhausted } = working('again', 4, async () => {
      at.push(performance.now());
      if (at.length < 4) throw new Error('not yet');
    });
    await enqueue(db, job, { id: 1 });
    await relayOnce(db, queues, 30);
    await vi.waitFor(async () => expect((await rowOf(job.name)).done_at).not.toBeNull(), patience);
    expect(at).toHaveLength(4);
    expect((at[3] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(10 + 20 + 40 - 3);
    expect(onExhausted).not.toHaveBeenCalled();
    expect(await rowOf(job.name)).toMatchObject({ failed_at: null, last_error: null });
  });

  it('gives up after the last try, says so once, and writes down why', async () => {
    const { job, queues, handled, onExhausted, idle } = working('exhausted', 3, async () => {
      throw new Error(`no way ${'x'.repeat(2_000)}`);
    });
    await enqueue(db, job, { id: 1 });
    await relayOnce(db, queues, 30);
    await vi.waitFor(async () => expect((await rowOf(job.name)).failed_at).not.toBeNull(), patience);
    await idle();
    expect(handled).toHaveBeenCalledTimes(3);
    expect(onExhausted.mock.calls).toEqual([[{ id: 1 }, expect.objectContaining({ name: 'Error' })]]);
    const row = await rowOf(job.name);
    expect(row.done_at).toBeNull();
    expect(row.last_error).toMatch(/^no way x{993}$/);

    expect(await relayOnce(db, queues, 0)).toBe(0);
    await idle();
    expect(handled).toHaveBeenCalledTimes(3);
  });

  it('fails at once what does not fit its definition any more', async () => {
    const { job, queues, handled, idle } = working('unfit', 3, async () => {});
    await db('platform.outbox').insert({ job: job.name, payload: JSON.stringify({ id: 'one' }) });
    await relayOnce(db, queues, 30);
    await vi.waitFor(async () => expect((await rowOf(job.name)).failed_at).not.toBeNull(), patience);
    await idle();
    expect(handled).not.toHaveBeenCalled();
    expect((await rowOf(job.name)).last_error).toContain('id');
  });
});
