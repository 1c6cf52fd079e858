import { describe, expect, it } from 'vitest';
import { placed, without } from './ranking.ts';

describe('a ranking under way', () => {
  it('takes a choice on any place, and the others make room', () => {
    expect(placed([], 1, 0)).toEqual([1]);
    expect(placed([1, 2], 3, 2)).toEqual([1, 2, 3]);
    expect(placed([1, 2], 3, 0)).toEqual([3, 1, 2]);
    expect(placed([1, 2], 3, 9)).toEqual([1, 2, 3]); // the next free place, never a gap
  });

  it('moves a choice that is ranked already, and never holds it twice', () => {
    expect(placed([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
    expect(placed([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
    expect(placed([1, 2, 3], 2, -1)).toEqual([2, 1, 3]);
  });

  it('stays the same where nothing changes', () => {
    const ranking = [1, 2, 3];
    expect(placed(ranking, 2, 1)).toBe(ranking);
    expect(placed(ranking, 3, 7)).toBe(ranking);
  });

  it('lets a choice go', () => {
    expect(without([1, 2, 3], 2)).toEqual([1, 3]);
  });
});
