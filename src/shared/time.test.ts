import { describe, expect, it } from 'vitest';
import { type CountdownPart, cardCountdown, voteCountdown } from './time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const said = (parts: CountdownPart[]) => parts.map(({ unit, value }) => `${value}${unit}`).join(' ');

describe('a countdown', () => {
  it.each([
    // [what is left, on a card, on the vote page]
    [-day, '0m', '0s'],
    [-1, '0m', '0s'],
    [0, '0m', '0s'],
    [1, '0m', '0s'],
    [second - 1, '0m', '0s'],
    [second, '0m', '1s'],
    [minute - 1, '0m', '59s'],
    [minute, '1m', '1m 0s'],
    [minute + second, '1m', '1m 1s'],
    [hour - 1, '59m', '59m 59s'],
    [hour, '1h 0m', '1h 0m 0s'],
    [hour + minute + second, '1h 1m', '1h 1m 1s'],
    [day - 1, '23h 59m', '23h 59m 59s'],
    [day, '1d 0h 0m', '1d 0h 0m'],
    [day + minute, '1d 0h 1m', '1d 0h 1m'],
    [2 * day - 1, '1d 23h 59m', '1d 23h 59m'],
    [2 * day, '2d 0h 0m', '2d 0h 0m'],
    [400 * day + 5 * hour + 6 * minute + 7 * second, '400d 5h 6m', '400d 5h 6m'],
  ])('with %i ms left is %s on a card and %s on the vote page', (left, card, vote) => {
    expect(said(cardCountdown(left))).toBe(card);
    expect(said(voteCountdown(left))).toBe(vote);
  });
});
