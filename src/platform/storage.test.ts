import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { openFiles, sandboxFiles } from '#sandbox/files.ts';
import { freePort } from '#scripts/services.ts';
import { createStorage } from './storage.ts';

/* The official client against the sandbox, over HTTP. */

const directory = mkdtempSync(path.join(os.tmpdir(), 'podium-files-'));
const port = await freePort();
const files = await openFiles(port, directory);
afterAll(async () => {
  await files.close();
  rmSync(directory, { recursive: true });
});
const account = { ...sandboxFiles, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
const storage = createStorage(account);

it('gives a file back as it was put, until it is removed', async () => {
  await storage.put('exports/1/a b.json', Buffer.from('{"name":"Zoë"}'), 'application/json');
  const file = await storage.get('exports/1/a b.json');
  expect(file).toMatchObject({ type: 'application/json', size: 15 });
  expect(await text(file?.body as never)).toBe('{"name":"Zoë"}');
  await storage.remove('exports/1/a b.json');
  expect(await storage.get('exports/1/a b.json')).toBeNull();
  await storage.remove('exports/1/a b.json');
});

it('rejects where the service is not to be reached', async () => {
  const nowhere = createStorage({ ...account, endpoint: `http://127.0.0.1:${await freePort()}` });
  await expect(nowhere.put('x', Buffer.from('x'), 'text/plain')).rejects.toThrow();
});
