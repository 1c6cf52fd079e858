import autocannon from 'autocannon';
import type { Row } from './measurement.ts';
import type { Server } from './servers.ts';

export interface Target {
  server: Server;
  path: string;
}

export interface Load {
  connections: number;
  /** Seconds of load for each side before anything is counted. */
  warmUp: number;
  rounds: number;
  /** Seconds of load for each side in one round. */
  seconds: number;
}

export interface Figures {
  perSecond: number;
  /** Processor time of the server's process for one request, in microseconds. */
  cpuMicros: number;
}

export interface Comparison {
  subject: Figures;
  baseline: Figures;
  /** Subject against baseline: the median of the rounds' ratios. */
  perSecond: number;
  /** Baseline's processor time for a request against the subject's: more is better, as with requests a second. */
  cpu: number;
}

/**
 * Loads a page of the baseline and one of the subject. Throws when an answer was not a complete 2xx: a fast error would
 * look like a fast page.
 */
export async function compare(baseline: Target, subject: Target, load: Load): Promise<Comparison> {
  const sides = [await sideOf(baseline), await sideOf(subject)] as const;
  for (const side of sides) await shoot(side, load.connections, load.warmUp);
  const [base, own] = sides.map((side) => () => shoot(side, load.connections, load.seconds)) as [Shot, Shot];
  return byTurns(load.rounds, base, own);
}

/** One side's load in one round. */
export type Shot = () => Promise<Figures>;

/** Loads baseline and subject by turns, so that the machine's drift hits both, and takes medians. */
export async function byTurns(many: number, baseline: Shot, subject: Shot): Promise<Comparison> {
  const shots = [baseline, subject] as const;
  const rounds: [Figures, Figures][] = [];
  for (let round = 0; round < many; round += 1) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const); // neither side always comes second
    const figures: Figures[] = [];
    for (const side of order) figures[side] = await shots[side]();
    rounds.push(figures as [Figures, Figures]);
  }
  const medians = (side: 0 | 1): Figures => ({
    perSecond: median(rounds.map((round) => round[side].perSecond)),
    cpuMicros: median(rounds.map((round) => round[side].cpuMicros)),
  });
  return {
    baseline: medians(0),
    subject: medians(1),
    perSecond: median(rounds.map(([base, own]) => own.perSecond / base.perSecond)),
    cpu: median(rounds.map(([base, own]) => base.cpuMicros / own.cpuMicros)),
  };
}

/** The rows of a comparison: requests a second and processor time, each of subject and baseline. */
export function rowsOf(
  what: string,
  baseline: string,
  result: Comparison,
  must: { floor?: number; aim?: number },
): Row[] {
  return [
    { what, value: result.subject.perSecond, unit: 'requests/s', ratio: result.perSecond, ...must },
    { what: `baseline: ${baseline}`, value: result.baseline.perSecond, unit: 'requests/s' },
    { what: `processor time, ${what}`, value: result.subject.cpuMicros, unit: 'µs/request', ratio: result.cpu },
    { what: 'processor time, baseline', value: result.baseline.cpuMicros, unit: 'µs/request' },
  ];
}

interface Side extends Target {
  bodyBytes: number;
}

async function sideOf(target: Target): Promise<Side> {
  const response = await fetch(target.server.url + target.path, { headers: { 'Accept-Encoding': 'identity' } });
  return { ...target, bodyBytes: (await response.arrayBuffer()).byteLength };
}

async function shoot({ server, path, bodyBytes }: Side, connections: number, duration: number): Promise<Figures> {
  const url = server.url + path;
  const before = await server.usage();
  const result = await autocannon({ url, connections, duration });
  const after = await server.usage();
  const answers = result['2xx'];
  const failed = result.non2xx + result.errors + result.timeouts + result.resets;
  if (answers === 0 || failed > 0) throw new Error(`${url}: ${answers} good answers, ${failed} failures`);
  // Bodies may change by a few bytes while the load runs (a countdown), never by a hundredth.
  if (result.throughput.total < answers * bodyBytes * 0.99) throw new Error(`${url}: bodies were not complete`);
  return { perSecond: answers / result.duration, cpuMicros: (after.cpuMicros - before.cpuMicros) / answers };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
