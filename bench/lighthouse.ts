import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { chromiumArguments, requireChromium } from '#scripts/chromium.ts';
import { endChild, freePort } from '#scripts/services.ts';
import type { Bench, Row } from './measurement.ts';

const runs = 3;
const categories = [
  ['accessibility', 'accessibility'],
  ['best-practices', 'best practices'],
  ['seo', 'search engines'],
] as const;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: { duration?: number }[] } }>;
}

/**
 * Lighthouse on the production build, as on a phone (its own throttling): home, vote, results and about. Performance is
 * the median of three runs; of the other categories the worst run counts.
 */
export async function lighthouseScores({ web, folder }: Bench): Promise<Row[]> {
  const topics = (await (await fetch(`${web.url}/api/topics`)).json()) as { id: number; status: string }[];
  const topicIn = (status: string) => topics.find((topic) => topic.status === status)?.id;
  const pages = [
    ['home', '/'],
    ['vote', `/vote/${topicIn('active')}`],
    ['results', `/results/${topicIn('closed')}`],
    ['about', '/about'],
  ] as const;
  const port = await freePort();
  const browser = await startBrowser(port, path.join(folder, 'chromium'));
  const rows: Row[] = [];
  try {
    for (const [name, address] of pages) {
      const reports: Report[] = [];
      for (let run = 0; run < runs; run++) reports.push(await inspect(web.url + address, port));
      rows.push(...rowsOf(name, reports));
    }
  } finally {
    await endChild(browser, 'SIGTERM');
  }
  return rows;
}

function rowsOf(page: string, reports: Report[]): Row[] {
  const median = (figure: (report: Report) => number) =>
    reports.map(figure).sort((a, b) => a - b)[Math.floor(reports.length / 2)] as number;
  const score = (name: string) => (report: Report) => report.categories[name]?.score ?? 0;
  const audit = (name: string) => (report: Report) => report.audits[name]?.numericValue ?? Number.NaN;
  const longTasks = (report: Report) =>
    (report.audits['long-tasks']?.details?.items ?? []).map(({ duration = 0 }) => duration);
  const scored = (what: string, ratio: number, floor: number): Row => ({
    what: `Lighthouse ${page}: ${what}`,
    value: ratio * 100,
    unit: 'of 100',
    ratio,
    floor,
  });
  return [
    scored('performance', median(score('performance')), 0.95),
    ...categories.map(([id, what]) => scored(what, Math.min(...reports.map(score(id))), 1)),
    {
      what: `Lighthouse ${page}: layout shift`,
      value: Math.max(...reports.map(audit('cumulative-layout-shift'))),
      unit: '',
      ceiling: 0.01,
    },
    { what: `Lighthouse ${page}: first paint`, value: median(audit('first-contentful-paint')), unit: 'ms' },
    { what: `Lighthouse ${page}: largest paint`, value: median(audit('largest-contentful-paint')), unit: 'ms' },
    { what: `Lighthouse ${page}: blocking time`, value: median(audit('total-blocking-time')), unit: 'ms' },
    { what: `Lighthouse ${page}: long tasks`, value: median((report) => longTasks(report).length), unit: '' },
    {
      what: `Lighthouse ${page}: longest task`,
      value: median((report) => Math.max(0, ...longTasks(report))),
      unit: 'ms',
    },
  ];
}

/** One run; the browser fails to record a trace now and then, which says nothing about the page. */
async function inspect(url: string, port: number, tries = 3): Promise<Report> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  if (result?.lhr.runtimeError && tries > 1) return inspect(url, port, tries - 1);
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? url}`);
  return result.lhr as unknown as Report;
}

async function startBrowser(port: number, profile: string): Promise<ChildProcess> {
  const options = ['--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
  const child = spawn(requireChromium(), [...chromiumArguments, ...options], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('Chromium did not start');
}
