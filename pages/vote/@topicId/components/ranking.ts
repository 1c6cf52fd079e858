/** A ranking under way: choice ids, the first place first. All functions give a new one. */
export type Ranking = readonly number[];

export function withAdded(ranking: Ranking, choiceId: number, limit: number): Ranking {
  return ranking.length >= limit || ranking.includes(choiceId) ? ranking : [...ranking, choiceId];
}

export function without(ranking: Ranking, choiceId: number): Ranking {
  return ranking.filter((id) => id !== choiceId);
}

/** Moves a choice by some places; at the ends it stays. */
export function moved(ranking: Ranking, choiceId: number, by: number): Ranking {
  const from = ranking.indexOf(choiceId);
  const to = Math.min(ranking.length - 1, Math.max(0, from + by));
  if (from < 0 || from === to) return ranking;
  return without(ranking, choiceId).toSpliced(to, 0, choiceId);
}
