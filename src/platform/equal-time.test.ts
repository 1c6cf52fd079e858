import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEqualTime } from './equal-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const works: [what: string, work: () => Promise<string>][] = [
  ['nothing', async () => 'nothing'],
  ['something', () => new Promise<string>((resolve) => setTimeout(resolve, 120, 'something'))],
  ['a refusal', () => Promise.reject(new Error('refused'))],
];

it.each(works)('the answer for %s comes after 300 ms, not before', async (_what, work) => {
  let answered = false;
  const equalTime = createEqualTime();
  const done = () => {
    answered = true;
  };
  void equalTime(work).then(done, done);
  await vi.advanceTimersByTimeAsync(299);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toBe(true);
});

it('the answer is that of the work, be it a refusal', async () => {
  const equalTime = createEqualTime(0);
  const [found, refused] = [equalTime(async () => 7), equalTime(() => Promise.reject(new Error('refused')))];
  const answers = Promise.allSettled([found, refused]);
  await vi.runAllTimersAsync();
  expect(await answers).toMatchObject([{ value: 7 }, { reason: { message: 'refused' } }]);
});
