import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFresh } from './fresh.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const maxAgeMs = 1_000;
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** A count that the test lets run and answers when it likes. */
function counter() {
  const runs: { answer(values: [number, string][]): Promise<void>; fail(): Promise<void> }[] = [];
  const count = vi.fn((_keys: number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>();
    const settled = () => new Promise<void>((done) => setImmediate(done));
    runs.push({
      answer(values) {
        resolve(new Map(values));
        return settled();
      },
      fail() {
        reject(new Error('cannot count'));
        return settled();
      },
    });
    return promise;
  });
  const fresh = keepFresh(count, { maxAgeMs, absent: 'none' });
  const run = (index: number) => runs[index] as (typeof runs)[number];
  const ask = async (key: number) => (await fresh.of([key])).get(key);
  return { count, run, fresh, ask };
}

describe('a value kept fresh', () => {
  it('is waited for by all who ask before it has been counted, and counted once for them', async () => {
    const { count, run, ask } = counter();
    let answered = 0;
    const asks = [1, 2, 3].map(() => ask(7).finally(() => answered++));
    await new Promise((done) => setImmediate(done));
    expect(answered).toBe(0);
    expect(count).toHaveBeenCalledTimes(1);
    await run(0).answer([[7, 'first']]);
    expect(await Promise.all(asks)).toEqual(['first', 'first', 'first']);
  });

  it('is not counted again before its time', async () => {
    const { count, run, ask } = counter();
    const asked = ask(7);
    await run(0).answer([[7, 'first']]);
    await asked;
    pass(maxAgeMs);
    expect(await ask(7)).toBe('first');
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('is served old while one recount runs behind, then new', async () => {
    const { count, run, ask } = counter();
    const asked = ask(7);
    await run(0).answer([[7, 'first']]);
    await asked;
    pass(maxAgeMs + 1);
    expect(await Promise.all([ask(7), ask(7)])).toEqual(['first', 'first']);
    pass(10 * maxAgeMs); // however long that recount takes
    expect(await ask(7)).toBe('first');
    expect(count).toHaveBeenCalledTimes(2);
    await run(1).answer([[7, 'second']]);
    expect(await ask(7)).toBe('second');
  });

  it('is waited for again when nobody has asked for a while', async () => {
    const { run, ask } = counter();
    const asked = ask(7);
    await run(0).answer([[7, 'first']]);
    await asked;
    pass(5 * maxAgeMs + 1);
    const late = [ask(7), ask(7)];
    await run(1).answer([[7, 'second']]);
    expect(await Promise.all(late)).toEqual(['second', 'second']);
  });

  it('is as old as the beginning of its count', async () => {
    const { count, run, ask } = counter();
    const asked = ask(7);
    pass(maxAgeMs + 1); // a slow count
    await run(0).answer([[7, 'first']]);
    expect(await asked).toBe('first');
    expect(await ask(7)).toBe('first');
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('is counted together with the others that are asked for, each key once and only where it is due', async () => {
    const { count, run, fresh } = counter();
    const asked = fresh.of([1, 2, 2]);
    await run(0).answer([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(await asked).toEqual(
      new Map([
        [1, 'one'],
        [2, 'two'],
      ]),
    );
    const more = fresh.of([1, 3]);
    expect(count.mock.calls).toEqual([[[1, 2]], [[3]]]);
    await run(1).answer([[3, 'three']]);
    expect(await more).toEqual(
      new Map([
        [1, 'one'],
        [3, 'three'],
      ]),
    );
  });

  it('is the absent value where the count knows nothing of it, and that is kept too', async () => {
    const { count, run, ask } = counter();
    const asked = ask(7);
    await run(0).answer([]);
    expect(await asked).toBe('none');
    expect(await ask(7)).toBe('none');
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('is refused to who waits for a count that fails, and counted for the next who asks', async () => {
    const { run, ask } = counter();
    const asked = expect(ask(7)).rejects.toThrow('cannot count');
    await run(0).fail();
    await asked;
    const again = ask(7);
    await run(1).answer([[7, 'first']]);
    expect(await again).toBe('first');
  });

  it('stays the last one when a recount behind fails, and is tried again', async () => {
    const { count, run, ask } = counter();
    const asked = ask(7);
    await run(0).answer([[7, 'first']]);
    await asked;
    pass(maxAgeMs + 1);
    expect(await ask(7)).toBe('first');
    await run(1).fail();
    expect(await ask(7)).toBe('first');
    expect(count).toHaveBeenCalledTimes(3);
  });

  it('is forgotten when there are too many', async () => {
    const count = vi.fn(async (keys: number[]) => new Map(keys.map((key) => [key, `${key}`])));
    const fresh = keepFresh(count, { maxAgeMs, absent: 'none', maxKeys: 2 });
    for (const key of [1, 2, 3]) expect((await fresh.of([key])).get(key)).toBe(`${key}`);
    await fresh.of([2, 3]);
    expect(count).toHaveBeenCalledTimes(3);
    await fresh.of([1]);
    expect(count).toHaveBeenCalledTimes(4);
  });
});
