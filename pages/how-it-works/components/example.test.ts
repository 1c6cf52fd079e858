import { describe, expect, it } from 'vitest';
import { accuracyOf, awardsOf, bestAccuracy, exampleAccuracy, exampleBallot, paidBallots } from './example.ts';

describe('the example of the page', () => {
  it('is as accurate as the rule says', () => {
    expect(exampleBallot.map(({ place, rank }) => accuracyOf(place, rank))).toEqual([10, 8, 6]);
    expect([exampleAccuracy, bestAccuracy]).toEqual([24, 27]);
  });

  it('never counts below 0', () => {
    expect(accuracyOf(10, 30)).toBe(0);
  });

  it('shares its pool in whole cents that add up to it', () => {
    const pool = Math.floor((paidBallots * 200) / 2);
    const awards = awardsOf(pool);
    expect(awards.map(({ cents }) => cents)).toEqual([5000, 4500, 4000, 3500, 3000, 2500, 2000, 1500, 1000, 500]);
    expect(awards.reduce((sum, { cents }) => sum + cents, 0)).toBe(pool);
  });
});
