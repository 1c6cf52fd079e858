import type { Broadcast } from '#modules/broadcasts/contract/index.ts';

/** How often what moves is asked again. */
export const pollMs = 2_000;

/** Whether anything can still change: a stopped broadcast may have mails that are just leaving. */
export const isUnderWay = (broadcast: Broadcast | undefined): boolean =>
  broadcast !== undefined && (['queued', 'sending'].includes(broadcast.state) || broadcast.counts.waiting > 0);
