/** A reproducible source of numbers in [0, 1): the same name gives the same crowd (mulberry32 on a hash of the name). */
export function randomFrom(name: string): () => number {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface SeededBallot {
  user_id: number;
  tier: number;
  ranking: number[];
  counted_at: Date;
}

/**
 * Ballots as a crowd would cast them: favourites come first more often, everybody has a taste of his or her own, and
 * more ballots come in near the end. Choices stand in the order of their expected favour (a Plackett-Luce model).
 */
export function ballotsOf(
  choiceIds: readonly number[],
  crowd: readonly number[],
  count: number,
  { from, to }: { from: Date; to: Date },
  random: () => number,
): SeededBallot[] {
  const favour = choiceIds.map((_, index) => Math.exp(-(2.6 * index) / choiceIds.length + 0.5 * (random() - 0.5)));
  const voters = shuffled(crowd, random).slice(0, count);
  return voters.map((user_id) => {
    const tier = random() < 0.3 ? 3 : random() < 0.65 ? 5 : 10;
    const places = Math.min(choiceIds.length, random() < 0.85 ? tier : 1 + Math.floor(random() * tier));
    // The exponential race: the smallest arrival times under these rates are a draw in order of favour.
    const arrivals = choiceIds.map((id, index) => ({ id, at: -Math.log(1 - random()) / (favour[index] ?? 1) }));
    const ranking = arrivals
      .sort((a, b) => a.at - b.at)
      .slice(0, places)
      .map(({ id }) => id);
    const counted_at = new Date(from.getTime() + Math.sqrt(random()) * (to.getTime() - from.getTime()));
    return { user_id, tier, ranking, counted_at };
  });
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
