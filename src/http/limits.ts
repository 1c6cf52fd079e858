import type { Limit } from './define-route.ts';

export const minute = 60;
export const hour = 60 * minute;

/** So many calls from one network. */
export const byAddress = (name: string, points: number, seconds: number): Limit<unknown> => ({
  name,
  points,
  seconds,
  by: 'address',
});

/** What a signed-in person does, counted for that person alone: neighbours in a network do not share it. */
export const byUser = (name: string, points: number, seconds: number): Limit<unknown> => ({
  name,
  points,
  seconds,
  by: (_body, { userId }) => String(userId),
});
