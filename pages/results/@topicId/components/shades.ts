/** How a part of a bar is coloured: so much ink on the sheet, and its numeral in what is read on it. */
export interface Shade {
  /** Per cent of ink. */
  ink: number;
  text: 'sheet' | 'ink';
}

/**
 * One for each place, the first place darkest by day and brightest by night. They differ in lightness alone, so that they
 * are the same to every eye and on paper; between the fifth and the sixth is a gap, for no text is readable on a middle grey.
 */
export const shades: readonly Shade[] = [
  ...[100, 90, 80, 71, 63].map((ink) => ({ ink, text: 'sheet' as const })),
  ...[34, 27, 20, 13, 6].map((ink) => ({ ink, text: 'ink' as const })),
];

/** The styles of the part for a place, from 1. */
export function shadeOf(place: number): { background: string; color: string } {
  const { ink, text } = shades[place - 1] as Shade;
  return { background: `color-mix(in srgb, var(--ink) ${ink}%, var(--sheet))`, color: `var(--${text})` };
}
