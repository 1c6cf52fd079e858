import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8');

/** The custom properties of the first `:root` after `from`. */
function tokens(from: string): Map<string, string> {
  const block = css.slice(css.indexOf(from)).match(/:root \{([^}]*)\}/)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
const light = tokens(':root {');
const themes = { light, dark: new Map([...light, ...tokens('(prefers-color-scheme: dark)')]) };

/** WCAG 2.2's relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

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
  expect([...tokens('(prefers-color-scheme: dark)').keys()].toSorted()).toEqual([...light.keys()].toSorted());
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
