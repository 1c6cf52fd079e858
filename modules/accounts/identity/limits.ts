import type { Limit } from '#src/http/define-route.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { resendPauseSeconds, type VerificationKind } from '../contract/index.ts';

export const minute = 60;
export const hour = 60 * minute;

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

export const wrongCode: readonly ErrorCode[] = ['invalid_code', 'code_expired'];

/** Codes of each kind are counted by themselves. */
type Asked = { email: string; type: VerificationKind };
const byKind: Limit<Asked>['by'] = ({ email, type }, { network }) => `${network} ${type} ${email.toLowerCase()}`;

/**
 * What one network may have sent to one address. Known and unknown addresses meet the same limits, so that a refusal tells
 * nothing (decision 1). What an address gets in all is bounded by `codes.ts`, and never by a refusal.
 */
export const codePause: Limit<Asked> = { name: 'code-pause', points: 1, seconds: resendPauseSeconds, by: byKind };
export const codesADay: Limit<Asked> = { name: 'codes-a-day', points: 10, seconds: 24 * hour, by: byKind };

/** The same limit for a call that asks for codes of one kind without naming it. */
export const ofKind = (type: VerificationKind, limit: Limit<Asked>): Limit<{ email: string }> => ({
  ...limit,
  by: ({ email }, caller) => (limit.by === 'address' ? caller.network : limit.by({ email, type }, caller)),
});
