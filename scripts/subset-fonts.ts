// Makes the font files of renderer/ui/fonts from their npm packages: only the characters of our languages and the ranges of
// the axes that the design uses. Run it after changing either: `node scripts/subset-fonts.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font';

const root = path.resolve(import.meta.dirname, '..');
const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„•…‹›€™−×→←↑↓\u202f`;

const fonts = [
  {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    target: 'archivo.woff2',
    // One weight: a second one would double the file, and headings need width, not weight.
    axes: { wdth: { min: 62, max: 100 }, wght: 750 },
  },
  {
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    target: 'instrument-sans.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

for (const { source, target, axes } of fonts) {
  const original = await readFile(path.join(root, 'node_modules', source));
  const subset = await subsetFont(original, characters, { targetFormat: 'woff2', variationAxes: axes });
  await writeFile(path.join(root, 'renderer/ui/fonts', target), subset);
  console.log(`${target}: ${original.length} to ${subset.length} bytes`);
}
