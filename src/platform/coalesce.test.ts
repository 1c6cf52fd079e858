import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('calls that come at the same time', () => {
  it('go together, and each gets its own result', async () => {
    const batches: number[][] = [];
    const double = coalesce<number, number>(
      async (items) => {
        batches.push(items);
        return items.map((item) => item * 2);
      },
      { max: 10, atOnce: 1 },
    );
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('wait for the batch under way, then go in the next, at most `max` in one', async () => {
    const batches: number[][] = [];
    let release = () => {};
    const slow = coalesce<number, number>(
      async (items) => {
        batches.push(items);
        if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return items;
      },
      { max: 2, atOnce: 1 },
    );
    const first = slow(1);
    await turn();
    const rest = [2, 3, 4].map(slow);
    await turn();
    expect(batches).toEqual([[1]]);
    release();
    expect(await Promise.all([first, ...rest])).toEqual([1, 2, 3, 4]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it('never stand in one batch when they have the same key, and keep their order', async () => {
    const batches: string[][] = [];
    const write = coalesce<string, string>(
      async (items) => {
        batches.push(items);
        return items;
      },
      { max: 10, atOnce: 1, keyOf: (item) => item[0] as string },
    );
    await Promise.all(['a1', 'b1', 'a2', 'b2', 'a3'].map(write));
    expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
  });

  it('fail one by one where the batch says so, all together where it breaks, and go on afterwards', async () => {
    let broken = false;
    const pick = coalesce<number, number>(
      async (items) => {
        if (broken) throw new Error('broken');
        return items.map((item) => (item === 2 ? new Error('not this one') : item));
      },
      { max: 10, atOnce: 1 },
    );
    const outcomes = async (...items: number[]) =>
      (await Promise.allSettled(items.map(pick))).map((o) => (o.status === 'fulfilled' ? o.value : o.reason.message));
    expect(await outcomes(1, 2, 3)).toEqual([1, 'not this one', 3]);
    broken = true;
    expect(await outcomes(1, 3)).toEqual(['broken', 'broken']);
    broken = false;
    expect(await outcomes(1)).toEqual([1]);
  });
});
