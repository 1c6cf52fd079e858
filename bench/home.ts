import fs from 'node:fs';
import path from 'node:path';
import { compare, rowsOf } from './load.ts';
import type { Bench, Row } from './measurement.ts';
import { buildPlainPages } from './plain-build.ts';
import type { Server } from './servers.ts';

/** The kept home page of anonymous visitors against plain Express that sends the same bytes. */
export async function keptHome({ web, start, folder }: Bench): Promise<Row[]> {
  const response = await fetch(web.url);
  const file = path.join(folder, 'home.html');
  fs.writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const type = response.headers.get('content-type') as string;
  const constant = await start('bench/constant-server.ts', { extra: { BENCH_BODY: file, BENCH_TYPE: type } });

  const load = { connections: 50, warmUp: 3, rounds: 5, seconds: 3 };
  const result = await compare({ server: constant, path: '/' }, { server: web, path: '/' }, load);
  await constant.stop();
  return [
    { what: 'page size, home', value: fs.statSync(file).size / 1000, unit: 'KB' },
    ...rowsOf('home, kept', 'constant bytes from plain Express', result, { floor: 0.5, aim: 0.8 }),
  ];
}

/** The home page rendered for every request against plain Express that renders the same tree from the same query. */
export async function renderedHome({ start, folder }: Bench): Promise<Row[]> {
  const web = await start('src/server.ts', { readyPath: '/readyz', extra: { PAGE_CACHE_MS: '0' } });
  const entry = await buildPlainPages(path.join(folder, 'plain'));
  const shell = path.join(folder, 'shell.json');
  fs.writeFileSync(shell, JSON.stringify(shellOf(await bodyOf(web, '/'))));
  const plain = await start('bench/plain-server.ts', { extra: { BENCH_ENTRY: entry, BENCH_SHELL: shell } });
  requireSamePage(await bodyOf(web, '/'), await bodyOf(plain, '/'));

  const rssBefore = (await web.usage()).rssBytes;
  const load = { connections: 10, warmUp: 5, rounds: 5, seconds: 5 };
  const result = await compare({ server: plain, path: '/' }, { server: web, path: '/' }, load);
  const rssAfter = (await web.usage()).rssBytes;
  await plain.stop();
  await web.stop();
  return [
    ...rowsOf('home, rendered', 'renderToString in plain Express', result, { floor: 0.6, aim: 0.7 }),
    { what: 'memory of the web process before that load', value: rssBefore / 1e6, unit: 'MB' },
    { what: 'memory of the web process after that load', value: rssAfter / 1e6, unit: 'MB' },
  ];
}

async function bodyOf(server: Server, address: string): Promise<string> {
  return (await fetch(server.url + address)).text();
}

function shellOf(html: string): { head: string; tail: string } {
  const from = html.indexOf('<div id="root">');
  const to = html.indexOf('</script>', html.indexOf('<script id="hydration"')) + '</script>'.length;
  if (from < 0 || to < from) throw new Error('the home page has no root or no hydration block');
  return { head: html.slice(0, from), tail: html.slice(to) };
}

/** Both sides must do the same work, or their ratio means nothing. */
function requireSamePage(own: string, plain: string): void {
  const cards = (html: string) => html.split('<article').length - 1;
  if (cards(own) < 10 || cards(own) !== cards(plain)) {
    throw new Error(`the product shows ${cards(own)} topic cards, the baseline ${cards(plain)}`);
  }
  const difference = Math.abs(own.length - plain.length) / own.length;
  if (difference > 0.01) throw new Error(`the product's page and the baseline's differ in length by ${difference}`);
}
