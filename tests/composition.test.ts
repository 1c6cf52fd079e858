import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testSite } from '#tests/support/site.ts';

/* What the modules give is whole: each event has somebody who follows it, and no two things have one name. */

const { jobs, sweeps, routes } = await testSite();
const names = jobs.map(({ job }) => job.name);

it('every event that a module defines has a subscriber', async () => {
  const files = globSync(path.resolve(import.meta.dirname, '../modules/*/contract/events.ts'));
  const defined: { name: string }[] = [];
  for (const file of files) defined.push(...(Object.values(await import(file)) as { name: string }[]));
  expect(defined.length).toBeGreaterThan(2);
  for (const { name } of defined) expect(names).toContain(name);
});

it('jobs, sweeps and addresses are named once', () => {
  const addresses = routes.map(({ method, path: address }) => `${method} ${address}`);
  for (const all of [names, sweeps.map(({ name }) => name), addresses]) expect(new Set(all).size).toBe(all.length);
});
