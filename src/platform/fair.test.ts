import { expect, it } from 'vitest';
import { fairly } from './fair.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when they are told to, in the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    task: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.push(() => resolve(name));
      }),
    async endNext() {
      await turn();
      ends.shift()?.();
      await turn();
    },
  };
}

it('lets owners take turns, however many tasks one of them brings', async () => {
  const run = fairly(1);
  const { begun, task, endNext } = tasks();
  const all = [1, 2, 3].map((number) => run('ada', task(`ada ${number}`)));
  all.push(run('ben', task('ben 1')));
  for (let ended = 0; ended < 4; ended++) await endNext();
  expect(begun).toEqual(['ada 1', 'ben 1', 'ada 2', 'ada 3']);
  expect(await Promise.all(all)).toEqual(['ada 1', 'ada 2', 'ada 3', 'ben 1']);
});

it('runs one of each owner, and no more at once than there are places', async () => {
  const run = fairly(2);
  const { begun, task, endNext } = tasks();
  const all = [
    ...[1, 2].map((number) => run('ada', task(`ada ${number}`))),
    run('ben', task('ben 1')),
    run('eve', task('eve 1')),
  ];
  await turn();
  expect(begun).toEqual(['ada 1', 'ben 1']);
  await endNext();
  expect(begun).toHaveLength(3);
  for (let ended = 0; ended < 3; ended++) await endNext();
  await Promise.all(all);
});

it('goes on after a task that fails', async () => {
  const run = fairly(1);
  await expect(run('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('ada', async () => 'fine')).toBe('fine');
});
