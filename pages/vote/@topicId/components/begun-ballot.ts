import { type Tier, tiers } from '../../../../modules/voting/rules/tiers.ts';
import { functionalPrefix, isAllowed } from '../../../../renderer/consent/preferences.ts';
import type { Ranking } from './ranking.ts';

/**
 * A ballot that has been begun. It survives a reload and the way to the login and back; with the functional consent it is
 * there for 30 days, without it until the tab is closed.
 */
export interface BegunBallot {
  tier: Tier;
  ranking: Ranking;
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;
const keyOf = (topicId: number) => `${functionalPrefix}${topicId}`;

export function keepBegun(topicId: number, ballot: BegunBallot): void {
  const key = keyOf(topicId);
  try {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
    if (ballot.ranking.length === 0) return;
    const storage = isAllowed('functional') ? localStorage : sessionStorage;
    storage.setItem(key, JSON.stringify({ ...ballot, keptAt: Date.now() }));
  } catch {
    // storage is off: the ballot lives as long as the page
  }
}

/** The ballot begun on a topic, as far as its choices still exist. */
export function begunBallot(topicId: number, choiceIds: readonly number[]): BegunBallot | null {
  const key = keyOf(topicId);
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? 'null');
    const { tier, ranking, keptAt } = kept as BegunBallot & { keptAt: number };
    const known = [...new Set(ranking)].filter((id) => choiceIds.includes(id));
    const fresh = Date.now() - keptAt < keptMs;
    return fresh && tiers.includes(tier) && known.length > 0 ? { tier, ranking: known } : null;
  } catch {
    return null; // nothing begun, or nothing that can be read
  }
}
