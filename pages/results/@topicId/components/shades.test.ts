import { describe, expect, it } from 'vitest';
import { contrast, mix, themes } from '#tests/support/colours.ts';
import { shades } from './shades.ts';

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const { ink = '', sheet = '' } = Object.fromEntries(themes[theme]);
  const colours = shades.map((shade) => ({ ...shade, colour: mix(ink, shade.ink, sheet) }));

  it('the numeral of every place is readable on its shade', () => {
    expect(shades).toHaveLength(10);
    for (const { colour, text } of colours) {
      expect(contrast(colour, text === 'ink' ? ink : sheet), colour).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('each place stands back behind the one before it', () => {
    const strength = colours.map(({ colour }) => contrast(colour, sheet));
    expect(strength).toEqual(strength.toSorted((a, b) => b - a));
    expect(new Set(strength).size).toBe(10);
  });
});
