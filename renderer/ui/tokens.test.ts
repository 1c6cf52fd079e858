import { describe, expect, it } from 'vitest';
import { contrast, themes, tokens } from '#tests/support/colours.ts';

const pairs = (inks: string[], grounds: string[]) => inks.flatMap((ink) => grounds.map((ground) => [ink, ground]));
const texts = [
  ...pairs(['ink', 'ink-soft', 'brand', 'active', 'upcoming', 'closed', 'danger'], ['paper', 'sheet']),
  ...pairs(['ink'], ['brand-wash']),
  ...pairs(['on-brand'], ['brand', 'brand-strong']),
  ...pairs(['on-status'], ['active', 'upcoming', 'closed']),
  ...pairs(['on-medal'], ['gold', 'silver', 'bronze']),
];
const edges = pairs(['field'], ['paper', 'sheet']);

it('the measure is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it('by night every colour has a value of its own', () => {
  expect([...tokens('(prefers-color-scheme: dark)').keys()].toSorted()).toEqual([...themes.light.keys()].toSorted());
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colour = (name = '') => {
    const value = themes[theme].get(name);
    if (!value) throw new Error(`there is no colour ${name}`);
    return value;
  };

  it.each(texts)('text in %s is readable on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('the edge of a field in %s is seen on %s', (edge, ground) => {
    expect(contrast(colour(edge), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
