/** A ranking under way: choice ids, the first place first. All functions give a new one, or the same where nothing changes. */
export type Ranking = readonly number[];

/** Puts a choice on a place (0 is the first), the others making room; one that is ranked already is moved there. */
export function placed(ranking: Ranking, choiceId: number, place: number): Ranking {
  const others = without(ranking, choiceId);
  const at = Math.min(others.length, Math.max(0, place));
  return ranking[at] === choiceId ? ranking : others.toSpliced(at, 0, choiceId);
}

export function without(ranking: Ranking, choiceId: number): Ranking {
  return ranking.filter((id) => id !== choiceId);
}
