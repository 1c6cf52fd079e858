import { type Logger, pino } from 'pino';

export type { Logger };

/** Structured logs, one JSON line an event. Secrets and addresses never belong into one. */
export function createLogger(level: string, role: string): Logger {
  return pino({ level, base: { role, pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime });
}
