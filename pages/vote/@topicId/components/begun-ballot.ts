import { type Tier, tiers } from '../../../../modules/voting/rules/tiers.ts';
import type { Ranking } from './ranking.ts';

/** A ballot that has been begun, kept in this tab: it survives a reload and the way to the login and back. */
export interface BegunBallot {
  tier: Tier;
  ranking: Ranking;
}

const keyOf = (topicId: number) => `podium.ballot.${topicId}`;

export function keepBegun(topicId: number, ballot: BegunBallot): void {
  try {
    if (ballot.ranking.length > 0) sessionStorage.setItem(keyOf(topicId), JSON.stringify(ballot));
    else sessionStorage.removeItem(keyOf(topicId));
  } catch {
    // storage is off: the ballot lives as long as the page
  }
}

/** The ballot begun on a topic, as far as its choices still exist. */
export function begunBallot(topicId: number, choiceIds: readonly number[]): BegunBallot | null {
  try {
    const { tier, ranking } = JSON.parse(sessionStorage.getItem(keyOf(topicId)) ?? 'null') as BegunBallot;
    const known = [...new Set(ranking)].filter((id) => choiceIds.includes(id));
    return tiers.includes(tier) && known.length > 0 ? { tier, ranking: known } : null;
  } catch {
    return null; // nothing begun, or nothing that can be read
  }
}
