import type { Check } from '#modules/prizes/rules/check.ts';
import type { Recount } from '#modules/prizes/rules/recount.ts';

/** What the page asks of the worker: to fetch these three and to hold them against each other. */
export interface RecountOrder {
  /** The public bundle's address; the results and the prizes are those that the site shows to everybody. */
  bundle: string;
  results: string;
  prizes: string;
  language: string;
}

export interface Outcome {
  recount: Recount;
  /** The bundle against what the site shows. */
  shown: Check;
  bytes: number;
  ms: number;
}

/** How far the worker is, and what came of it. A failure carries the server's own words where it has given any. */
export type RecountMessage =
  | { kind: 'downloading'; bytes: number }
  | { kind: 'counting'; done: number }
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'failed'; why: 'network' | 'refused' | 'unreadable'; text?: string | undefined };
