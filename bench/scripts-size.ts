import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import type { Bench, Row } from './measurement.ts';
import type { Server } from './servers.ts';

const client = path.resolve(import.meta.dirname, '../dist/client');

/** The scripts that a page loads before anybody touches it, compressed as a server would: home, vote, results, login. */
export async function scriptSizes({ web }: Bench): Promise<Row[]> {
  const topics = (await (await fetch(`${web.url}/api/topics`)).json()) as { id: number; status: string }[];
  const topicIn = (status: string) => (topics.find((topic) => topic.status === status) ?? topics[0])?.id;
  const home = await scriptsOf(web, '/');
  const vote = await scriptsOf(web, `/vote/${topicIn('active')}`);
  const others: [name: string, address: string][] = [
    ['results', `/results/${topicIn('closed')}`],
    ['login', '/login'],
    ['topics', '/topics'],
    ['about', '/about'],
  ];
  const rows: Row[] = [
    { what: 'scripts, home', value: kilobytes(home), unit: 'KB gzip', ceiling: 140, aim: 125 },
    { what: 'scripts, vote', value: kilobytes(vote), unit: 'KB gzip', ceiling: 175, aim: 150 },
  ];
  for (const [name, address] of others) {
    rows.push({ what: `scripts, ${name}`, value: kilobytes(await scriptsOf(web, address)), unit: 'KB gzip' });
  }
  return rows;
}

/** What the document names (scripts and preloaded modules), and all that those import statically. */
async function scriptsOf(web: Server, address: string): Promise<Set<string>> {
  const response = await fetch(web.url + address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const imported of staticImports(file)) add(path.join(path.dirname(file), imported));
  };
  for (const source of namedScripts(await response.text())) add(path.join(client, source));
  if (found.size === 0) throw new Error(`${address} loads no scripts`);
  return found;
}

function namedScripts(html: string): string[] {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? [];
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return tags.flatMap((tag) => {
    if (tag.startsWith('<link') && attribute(tag, 'rel') !== 'modulepreload') return [];
    return attribute(tag, tag.startsWith('<link') ? 'href' : 'src') ?? [];
  });
}

function staticImports(file: string): string[] {
  return parseAst(fs.readFileSync(file, 'utf8')).body.flatMap((statement) =>
    'source' in statement && statement.source ? [statement.source.value] : [],
  );
}

function kilobytes(files: Set<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(fs.readFileSync(file), { level: 9 }).length, 0) / 1000;
}
