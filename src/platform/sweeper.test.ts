import { expect, it, vi } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { createLogger } from './logger.ts';
import { startSweeper, sweepOnce } from './sweeper.ts';

const { db } = await testDatabase({ poolMax: 10 });
const quiet = createLogger('silent', 'test');
const sweepOf = (name: string, run = vi.fn(async () => {})) => ({ name, everySeconds: 3_600, run });
const runWas = (name: string, secondsAgo: number) =>
  db('platform.sweeps')
    .where({ name })
    .update({ last_run_at: db.raw('now() - make_interval(secs => ?)', [secondsAgo]) });

it('a sweep runs once, however many processes come to it at the same time', async () => {
  const [first, second] = [sweepOf('first at once'), sweepOf('second at once')];
  await Promise.all(Array.from({ length: 20 }, () => sweepOnce(db, [first, second], quiet)));
  expect(first.run).toHaveBeenCalledTimes(1);
  expect(second.run).toHaveBeenCalledTimes(1);
});

it('a sweep runs again when its time has come, and not before', async () => {
  const sweep = sweepOf('again');
  await sweepOnce(db, [sweep], quiet);
  await runWas('again', 3_590);
  await sweepOnce(db, [sweep], quiet);
  expect(sweep.run).toHaveBeenCalledTimes(1);
  await runWas('again', 3_601);
  await Promise.all(Array.from({ length: 20 }, () => sweepOnce(db, [sweep], quiet)));
  expect(sweep.run).toHaveBeenCalledTimes(2);
});

it('a sweep that fails stops no other, is logged, and comes again when it is due', async () => {
  const failure = new Error('cannot sweep');
  const failing = sweepOf(
    'failing',
    vi.fn(() => Promise.reject(failure)),
  );
  const throwing = sweepOf(
    'throwing',
    vi.fn(() => {
      throw failure;
    }),
  );
  const fine = sweepOf('fine');
  const error = vi.spyOn(quiet, 'error');
  await sweepOnce(db, [failing, throwing, fine], quiet);
  expect(fine.run).toHaveBeenCalledTimes(1);
  expect(error.mock.calls.map(([details]) => details)).toEqual([
    { err: failure, sweep: 'failing' },
    { err: failure, sweep: 'throwing' },
  ]);
  await sweepOnce(db, [failing], quiet);
  expect(failing.run).toHaveBeenCalledTimes(1);
  await runWas('failing', 3_601);
  await sweepOnce(db, [failing], quiet);
  expect(failing.run).toHaveBeenCalledTimes(2);
});

it('a sweeper sweeps at its start and has ended its sweep when it has stopped', async () => {
  let ended = false;
  const begun = Promise.withResolvers<void>();
  const sweep = sweepOf(
    'at the start',
    vi.fn(async () => {
      begun.resolve();
      await new Promise((done) => setTimeout(done, 50));
      ended = true;
    }),
  );
  const sweeper = startSweeper(db, [sweep], quiet);
  await begun.promise;
  await sweeper.stop();
  expect(ended).toBe(true);
});
