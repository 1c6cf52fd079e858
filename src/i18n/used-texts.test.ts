import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { expect, it } from 'vitest';

/* That a text which is used exists, the compiler knows (keys.ts). Here: that each text is used somewhere. */

const root = path.resolve(import.meta.dirname, '../..');
const exact = new Set<string>();
const patterns: RegExp[] = [];

/** What stands between the values of a template, as a pattern of the keys that it makes. */
function patternOf(quasis: { cooked: string }[]): RegExp | undefined {
  const parts = quasis.map(({ cooked }) => cooked);
  if (!/[.:_]/.test(parts.join('')) || !/[a-z]{2}/i.test(parts.join(''))) return undefined; // it would fit anything
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^.:]+')}$`);
}

function collect(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, value, quasis } = node as { type?: string; value?: string; quasis?: { cooked: string }[] };
  if (type === 'StringLiteral' && value !== undefined) exact.add(value);
  const pattern = type === 'TemplateLiteral' && quasis && patternOf(quasis);
  if (pattern) patterns.push(pattern);
  for (const child of Object.values(node)) collect(child);
}

for (const file of globSync('{pages,renderer,modules,src,scripts}/**/*.{ts,tsx}', { cwd: root })) {
  if (/\.test\.tsx?$/.test(file)) continue;
  collect(parseSync(readFileSync(path.join(root, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }));
}

/** Files whose lists and groups are asked for as a whole (`returnObjects`). */
const withGroups = ['about', 'cookies', 'help', 'how', 'privacy', 'recount', 'terms'];

type Texts = { [key: string]: string | Texts };
const pathsOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : pathsOf(value, `${before}${key}.`),
  );

it('every text is used', () => {
  const unused = globSync('src/i18n/locales/en/*.json', { cwd: root }).flatMap((file) => {
    const namespace = path.basename(file, '.json');
    const isUsed = (key: string) => {
      const groups = withGroups.includes(namespace)
        ? [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))
        : [];
      return [key, ...groups].some((name) =>
        [name, `${namespace}:${name}`].some(
          (used) => exact.has(used) || patterns.some((pattern) => pattern.test(used)),
        ),
      );
    };
    const keys = pathsOf(JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts);
    return keys.filter((key) => !isUsed(key.replace(/_(one|other)$/, ''))).map((key) => `${namespace}:${key}`);
  });
  expect(unused).toEqual([]);
});
