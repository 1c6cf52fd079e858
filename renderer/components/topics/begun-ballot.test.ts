import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { begunBallot, forgetBegun, keepBegun } from './begun-ballot.ts';

/** A storage as the browser has it. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const day = 24 * 60 * 60 * 1_000;

describe('a begun ballot', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('document', { cookie: '' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('remembers tier, order, and whether it is to be paid for', () => {
    keepBegun(7, { tier: 'top10', paid: true, ranking: [3, 1] });
    expect(begunBallot(7, [1, 2, 3])).toEqual({ tier: 'top10', paid: true, ranking: [3, 1] });
    expect(begunBallot(8, [1, 2, 3])).toBeNull();
  });

  it('is a free one where it was begun before there were others', () => {
    sessionStorage.setItem('podium.ballot.7', JSON.stringify({ tier: 'top3', ranking: [1], keptAt: Date.now() }));
    expect(begunBallot(7, [1])).toEqual({ tier: 'top3', paid: false, ranking: [1] });
  });

  it('leaves out what the topic no longer has, and what makes no sense', () => {
    keepBegun(7, { tier: 'top3', paid: false, ranking: [9, 2, 2] });
    expect(begunBallot(7, [1, 2])?.ranking).toEqual([2]);
    expect(begunBallot(7, [1])).toBeNull();
    sessionStorage.setItem('podium.ballot.7', '{"tier":"top4","ranking":"x"}');
    expect(begunBallot(7, [1])).toBeNull();
  });

  it('is gone when it is empty, cast or a month old', () => {
    keepBegun(7, { tier: 'top3', paid: true, ranking: [1] });
    keepBegun(7, { tier: 'top3', paid: true, ranking: [] });
    expect(begunBallot(7, [1])).toBeNull();
    keepBegun(7, { tier: 'top3', paid: true, ranking: [1] });
    forgetBegun(7);
    expect(begunBallot(7, [1])).toBeNull();
    keepBegun(7, { tier: 'top3', paid: true, ranking: [1] });
    vi.useFakeTimers({ now: Date.now() + 31 * day });
    expect(begunBallot(7, [1])).toBeNull();
  });
});
