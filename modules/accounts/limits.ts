import type { Limit } from '../../src/http/define-route.ts';
import { resendPauseSeconds, type VerificationKind } from './contract.ts';

export const minute = 60;
export const hour = 60 * minute;

export const byAddress = (name: string, points: number, seconds: number): Limit<unknown> => ({
  name,
  points,
  seconds,
  by: 'address',
});

export const byEmail = (name: string, points: number, seconds: number): Limit<{ email: string }> => ({
  name,
  points,
  seconds,
  by: (body) => body.email.toLowerCase(),
});

/** Codes of each kind are counted by themselves. */
type Asked = { email: string; type: VerificationKind };
const byKind = ({ email, type }: Asked) => `${type} ${email.toLowerCase()}`;

/** Known and unknown addresses meet the same limits, so that a refusal tells nothing (decision 1). */
export const codePause: Limit<Asked> = { name: 'code-pause', points: 1, seconds: resendPauseSeconds, by: byKind };
export const codesADay: Limit<Asked> = { name: 'codes-a-day', points: 10, seconds: 24 * hour, by: byKind };

/** The same limit for a call that asks for codes of one kind without naming it. */
export const ofKind = (type: VerificationKind, limit: Limit<Asked>): Limit<{ email: string }> => ({
  ...limit,
  by: ({ email }) => byKind({ email, type }),
});
