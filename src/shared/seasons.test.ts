import { expect, it } from 'vitest';
import { seasonsAt } from './seasons.ts';

const on = (day: string) => seasonsAt(new Date(day)).map(({ name }) => name);

it.each([
  ['2026-11-21T12:00:00Z', ['nba', 'nfl', 'soccer', 'tennis']],
  ['2026-11-15T23:59:59Z', ['nba', 'nfl', 'soccer', 'mlb', 'tennis']],
  ['2026-11-16T00:00:00Z', ['nba', 'nfl', 'soccer', 'tennis']],
  ['2027-01-01T00:00:00Z', ['nba', 'nfl', 'soccer', 'tennis']],
  ['2027-02-15T23:00:00Z', ['nba', 'nfl', 'soccer', 'tennis']],
  ['2027-02-16T00:00:00Z', ['nba', 'soccer', 'tennis']],
  ['2027-06-30T23:00:00Z', ['nba', 'mlb', 'tennis']],
  ['2027-07-15T00:00:00Z', ['mlb', 'tennis']],
  ['2027-03-19T23:59:59Z', ['nba', 'soccer', 'tennis']],
  ['2027-03-20T00:00:00Z', ['nba', 'soccer', 'mlb', 'tennis']],
])('on %s the seasons are %j, the leading one first', (day, names) => {
  expect(on(day)).toEqual(names);
});

it('a season over the turn of the year ends in the year that it ends in', () => {
  const last = (day: string) => seasonsAt(new Date(day))[0]?.lastDay.toISOString();
  expect(last('2026-11-21')).toBe('2027-06-30T00:00:00.000Z');
  expect(last('2027-03-01')).toBe('2027-06-30T00:00:00.000Z');
});
