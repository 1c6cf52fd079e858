import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '#src/platform/queue.ts';
import type { Prizes } from './contract/index.ts';

const payload = z.strictObject({ topicId: z.int() });

/** When the last try has failed, the sweep writes the next job down. */
export const finalizeTopic = defineJob({ name: 'prizes.finalize', payload, attempts: 8, backoffMs: 2_000 });

export const tellWinners = defineJob({ name: 'prizes.tell-winners', payload, attempts: 8, backoffMs: 5_000 });

/** Whoever was not told when the last try has failed finds the results on the site. */
export const tellVoters = defineJob({ name: 'prizes.tell-voters', payload, attempts: 8, backoffMs: 5_000 });

export const prizeJobs = (prizes: Pick<Prizes, 'finalize' | 'tellWinners' | 'tellVoters'>): JobHandler[] => [
  handleJob(finalizeTopic, { handle: ({ topicId }) => prizes.finalize(topicId) }),
  handleJob(tellWinners, { handle: ({ topicId }) => prizes.tellWinners(topicId) }),
  handleJob(tellVoters, { handle: ({ topicId }) => prizes.tellVoters(topicId) }),
];
