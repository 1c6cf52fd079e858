import type { Limit } from '#src/http/define-route.ts';
import { hour } from '#src/http/limits.ts';
import { resendPauseSeconds, type VerificationKind } from '../contract/index.ts';

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
