import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

/* The check of the import rules bites: in a tree with one planted violation of each rule, each is found. */

const root = path.resolve(import.meta.dirname, '..');
const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'podium-imports-'));
afterAll(() => fs.rmSync(tree, { recursive: true }));

const plant = (files: Record<string, string>) => {
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.writeFileSync(path.join(tree, file), source);
  }
};

interface Violation {
  from: string;
  rule: { name: string };
}

const violations = (): string[] => {
  const args = [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'src',
    'modules',
    'workers',
    'renderer',
    'pages',
    'scripts',
    'seeds',
    'bench',
  ];
  let json: string;
  try {
    json = execFileSync(path.join(root, 'node_modules/.bin/depcruise'), args, { cwd: tree, encoding: 'utf8' });
  } catch (error) {
    json = (error as { stdout: string }).stdout; // it exits with the number of violations
  }
  const found: Violation[] = JSON.parse(json).summary.violations;
  return found.map(({ from, rule }) => `${from} breaks ${rule.name}`);
};

const innocent = {
  'src/shared/errors.ts': 'export const errors = 1;',
  'src/platform/db.ts': "import { errors } from '../shared/errors.ts';\nexport const db = errors;",
  'src/http/define-route.ts': 'export const defineRoute = 1;',
  'src/i18n/server.ts': 'export const texts = 1;',
  'modules/voting/contract/index.ts': "import type { db } from '#src/platform/db.ts';\nexport type Db = typeof db;",
  'modules/voting/rules/tally.ts': 'export const tally = 1;',
  'modules/voting/ballots.ts':
    "import { db } from '../../src/platform/db.ts';\nimport { tally } from './rules/tally.ts';\nexport const ballots = [db, tally];",
  'modules/voting/index.ts': "export { ballots } from './ballots.ts';",
  'modules/voting/jobs.ts': 'export const jobs = 1;',
  'modules/accounts/contract/index.ts': "export { tally } from '#modules/voting/rules/tally.ts';",
  'modules/admin/people.ts': "export { tally } from '#modules/accounts/contract/index.ts';",
  'modules/accounts/login.ts': "import { tally } from '#modules/voting/rules/tally.ts';\nexport const login = tally;",
  'src/compose.ts': "export { ballots } from '../modules/voting/index.ts';",
  'workers/run.ts': "export { ballots } from '../src/compose.ts';",
  'scripts/command.ts': "export { ballots } from '#modules/voting/index.ts';",
  'bench/tally.ts': "export { tally } from '#modules/voting/rules/tally.ts';",
  'seeds/seed.ts': "export { db } from '#src/platform/db.ts';",
  'pages/index/+Page.tsx': "export { tally } from '../../modules/voting/rules/tally.ts';",
  'renderer/App.tsx': "export { errors } from '../src/shared/errors.ts';",
  'modules/admin/contract/index.ts': 'export const admin = 1;',
  'sandbox/main.ts': 'export const sandbox = 1;',
};

const planted: [file: string, imported: string, rule: string][] = [
  ['src/shared/planted.ts', '../platform/db.ts', 'shared-is-browser-safe'],
  ['src/platform/planted.ts', '../../modules/voting/rules/tally.ts', 'platform-knows-no-domain'],
  ['src/http/planted.ts', '../../modules/voting/contract/index.ts', 'http-knows-no-domain'],
  ['src/i18n/planted.ts', '../platform/db.ts', 'i18n-is-texts'],
  ['modules/voting/rules/planted.ts', '../../../src/platform/db.ts', 'rules-are-pure'],
  ['modules/accounts/contract/planted.ts', '../../../src/platform/db.ts', 'contracts-are-browser-safe'],
  ['modules/accounts/planted.ts', '../voting/ballots.ts', 'modules-meet-at-their-contracts'],
  ['modules/accounts/other.ts', '../voting/index.ts', 'modules-meet-at-their-contracts'],
  ['src/app.ts', '../modules/voting/index.ts', 'module-indexes-are-for-compose'],
  ['workers/jobs.ts', '../modules/voting/jobs.ts', 'workers-run-modules'],
  ['src/other.ts', '#modules/voting/jobs.ts', 'nobody-knows-the-inside'],
  ['scripts/planted.ts', '#modules/voting/ballots.ts', 'nobody-knows-the-inside'],
  ['seeds/planted.ts', '#modules/voting/ballots.ts', 'nobody-knows-the-inside'],
  ['bench/planted.ts', '#modules/voting/ballots.ts', 'nobody-knows-the-inside'],
  ['modules/voting/below.ts', '#modules/accounts/contract/index.ts', 'modules-stand-in-one-order'],
  ['modules/notifications/beside.ts', '#modules/voting/rules/tally.ts', 'modules-stand-in-one-order'],
  ['modules/accounts/contract/below.ts', '#modules/admin/contract/index.ts', 'modules-stand-in-one-order'],
  ['modules/voting/nowhere.ts', '#modules/newcomer/contract/index.ts', 'modules-have-a-row'],
  ['workers/planted.ts', '../modules/voting/ballots.ts', 'workers-run-modules'],
  ['pages/index/planted.ts', '../../src/i18n/server.ts', 'pages-get-data-by-page-context'],
  ['pages/index/other.ts', '../../src/platform/db.ts', 'pages-never-see-the-platform'],
  ['renderer/planted.ts', '../pages/index/+Page.tsx', 'pages-are-apart'],
  ['src/planted.ts', '../sandbox/main.ts', 'product-needs-no-sandbox'],
  ['src/shared/circle-a.ts', './circle-b.ts', 'no-circular'],
];

describe('the import rules', () => {
  it('let the intended imports pass', () => {
    for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json'])
      fs.copyFileSync(path.join(root, file), path.join(tree, file));
    const { type, imports } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    fs.writeFileSync(path.join(tree, 'package.json'), JSON.stringify({ type, imports }));
    plant(innocent);
    expect(violations()).toEqual([]);
  });

  it('find a planted violation of each', () => {
    plant(
      Object.fromEntries(
        planted.map(([file, imported]) => [file, `import * as it from '${imported}';\nexport const x = it;`]),
      ),
    );
    plant({ 'modules/newcomer/contract/index.ts': 'export const newcomer = 1;' });
    plant({ 'src/shared/circle-b.ts': "import * as it from './circle-a.ts';\nexport const y = it;" });
    const found = violations();
    for (const [file, , rule] of planted) expect(found).toContain(`${file} breaks ${rule}`);
  });
});
