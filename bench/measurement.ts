import type { Server } from './servers.ts';

/** One line of the table. What has neither a floor nor a ceiling is information and cannot fail. */
export interface Row {
  what: string;
  /** The subject's figure; it drifts with the machine. */
  value: number;
  unit: string;
  /** The subject against its baseline, from the same run: more is better. */
  ratio?: number;
  /** The least `ratio` that passes. */
  floor?: number;
  /** The greatest `value` that passes. */
  ceiling?: number;
  /** What we want to reach: a ratio where there is a floor, a value where there is a ceiling. */
  aim?: number;
}

/** What a measurement finds ready: a migrated and seeded database, the built pages and the product's web process. */
export interface Bench {
  web: Server;
  /** What the web process was told: the services of this run and the secret that signs sessions. */
  env: Record<'DATABASE_URL' | 'REDIS_URL' | 'APP_SECRET', string>;
  /** Starts a script as a process of its own with the product's environment and `extra`; it is ended with the bench. */
  start(script: string, options?: { readyPath?: string; extra?: Record<string, string> }): Promise<Server>;
  /** A folder for files that only this run needs. */
  folder: string;
}

/** Add a file with one of these and name it in run.ts: no more is needed for a new measurement. */
export type Measurement = (bench: Bench) => Promise<Row[]>;

/** Whether a row is as good as it must be. */
export function passes({ value, ratio, floor, ceiling }: Row): boolean {
  return (floor === undefined || (ratio ?? 0) >= floor) && (ceiling === undefined || value <= ceiling);
}
