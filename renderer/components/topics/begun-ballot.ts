import { type Tier, tiers } from '#modules/voting/rules/tiers.ts';
import { functionalPrefix, isAllowed } from '../consent/preferences.ts';

/**
 * A ballot that has been begun. It survives a reload, the way to the login and back, and the one to a bank and back; with
 * the functional consent it is there for 30 days, without it until the tab is closed.
 */
export interface BegunBallot {
  tier: Tier;
  /** To be paid for; else the free one. */
  paid: boolean;
  /** Choice ids, the first place first. */
  ranking: readonly number[];
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;
const keyOf = (topicId: number) => `${functionalPrefix}${topicId}`;

export function keepBegun(topicId: number, ballot: BegunBallot): void {
  forgetBegun(topicId);
  if (ballot.ranking.length === 0) return;
  try {
    const storage = isAllowed('functional') ? localStorage : sessionStorage;
    storage.setItem(keyOf(topicId), JSON.stringify({ ...ballot, keptAt: Date.now() }));
  } catch {
    // storage is off: the ballot lives as long as the page
  }
}

/** When it has been cast. */
export function forgetBegun(topicId: number): void {
  try {
    sessionStorage.removeItem(keyOf(topicId));
    localStorage.removeItem(keyOf(topicId));
  } catch {
    // storage is off: nothing was kept
  }
}

/** The ballot begun on a topic, as far as its choices still exist. */
export function begunBallot(topicId: number, choiceIds: readonly number[]): BegunBallot | null {
  const key = keyOf(topicId);
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? 'null');
    const { tier, paid, ranking, keptAt } = kept as BegunBallot & { keptAt: number };
    const known = [...new Set(ranking)].filter((id) => choiceIds.includes(id));
    const fresh = Date.now() - keptAt < keptMs;
    return fresh && tiers.includes(tier) && known.length > 0 ? { tier, paid: paid === true, ranking: known } : null;
  } catch {
    return null; // nothing begun, or nothing that can be read
  }
}
