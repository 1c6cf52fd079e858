import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import { type Bundle, readBundle } from '#modules/prizes/rules/bundle.ts';
import { type Recount, recounting } from '#modules/prizes/rules/recount.ts';
import type { ResultRow } from '#modules/voting/contract/index.ts';
import type { ErrorBody } from '#src/shared/errors.ts';
import { languageHeader } from '#src/shared/languages.ts';
import type { RecountMessage, RecountOrder } from './messages.ts';
import { compareShown } from './shown.ts';

/* Counts a topic anew, away from the page, so that the page stays at hand however many ballots there are. */

/** Messages of progress are this far apart at least. */
const pauseMs = 100;

class Failure extends Error {
  readonly why: 'network' | 'refused' | 'unreadable';
  readonly text: string | undefined;

  constructor(why: Failure['why'], text?: string) {
    super(why);
    this.why = why;
    this.text = text;
  }
}

const post = (message: RecountMessage) => postMessage(message);

/** Says how far things are, but not more often than anybody can see. */
function throttled(): (message: RecountMessage) => void {
  let last = 0;
  return (message) => {
    if (performance.now() - last < pauseMs) return;
    last = performance.now();
    post(message);
  };
}

addEventListener('message', async ({ data: order }: MessageEvent<RecountOrder>) => {
  try {
    post({ kind: 'done', outcome: await run(order) });
  } catch (error) {
    const { why, text } = error instanceof Failure ? error : new Failure('unreadable');
    post({ kind: 'failed', why, text });
  }
});

async function run({ bundle: address, results, prizes, language }: RecountOrder) {
  const startedAt = performance.now();
  const { text, bytes } = await download(address, language);
  const shown = await Promise.all([ask<ResultRow[]>(results, language), ask<TopicPrizes>(prizes, language)]);
  const bundle = readBundle(JSON.parse(text));
  const recount = await count(bundle);
  return { recount, shown: compareShown(bundle, ...shown), bytes, ms: Math.round(performance.now() - startedAt) };
}

async function download(address: string, language: string): Promise<{ text: string; bytes: number }> {
  const say = throttled();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  const { body } = await request(address, language);
  try {
    for (const reader = body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      parts.push(decoder.decode(value, { stream: true }));
      say({ kind: 'downloading', bytes });
    }
  } catch {
    throw new Failure('network');
  }
  return { text: parts.join('') + decoder.decode(), bytes };
}

async function ask<T>(address: string, language: string): Promise<T> {
  const response = await request(address, language);
  return (await response.json()) as T;
}

async function request(address: string, language: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { headers: { [languageHeader]: language } });
  } catch {
    throw new Failure('network');
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new Failure('refused', body.message);
}

async function count(bundle: Bundle): Promise<Recount> {
  const say = throttled();
  post({ kind: 'counting', done: 0 });
  const steps = recounting(bundle);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    say({ kind: 'counting', done: step.value });
  }
}
