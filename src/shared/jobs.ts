/** Jobs that are not done: under way or waiting, or failed for the last time. */
export const jobStates = ['failed', 'open'] as const;
export type JobState = (typeof jobStates)[number];
