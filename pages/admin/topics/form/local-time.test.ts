import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-time.ts';

describe('a moment in an admin’s zone', () => {
  const { TZ } = process.env;
  beforeAll(() => {
    process.env.TZ = 'America/New_York';
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it('is shown and typed in that zone, and sent in UTC, in winter and in summer', () => {
    expect(toLocalInput('2027-01-10T17:30:00.000Z')).toBe('2027-01-10T12:30');
    expect(fromLocalInput('2027-01-10T12:30')).toBe('2027-01-10T17:30:00.000Z');
    expect(toLocalInput('2027-07-10T16:30:12.345Z')).toBe('2027-07-10T12:30');
    expect(fromLocalInput('2027-07-10T12:30')).toBe('2027-07-10T16:30:00.000Z');
  });

  it('that the clocks leave out is the one that they go on with', () => {
    expect(toLocalInput(fromLocalInput('2027-03-14T02:30'))).toBe('2027-03-14T03:30');
  });

  it('may be none, and nonsense stays what it is', () => {
    expect(toLocalInput('')).toBe('');
    expect(fromLocalInput('')).toBe('');
    expect(fromLocalInput('soon')).toBe('soon');
    expect(toLocalInput('soon')).toBe('soon');
  });
});
