import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(import.meta.dirname, '../../renderer/ui/styles.css'), 'utf8');

/** The colours of the first `:root` after `from` in the stylesheet, by name. */
export function tokens(from: string): Map<string, string> {
  const block = css.slice(css.indexOf(from)).match(/:root \{([^}]*)\}/)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = tokens(':root {');

/** Every colour by its name, as it is on each screen. */
export const themes = { light, dark: new Map([...light, ...tokens('(prefers-color-scheme: dark)')]) };

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG 2.2's relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2's contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** As the stylesheet's `color-mix(in srgb, one percent%, other)`. */
export function mix(one: string, percent: number, other: string): string {
  const others = channels(other);
  const mixed = channels(one).map((value, index) => {
    const channel = Math.round((value * percent + (others[index] ?? 0) * (100 - percent)) / 100);
    return channel.toString(16).padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
