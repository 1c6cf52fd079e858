/** How many ballots put one choice above another: choice to choice to ballots. */
export type Duels = ReadonlyMap<number, ReadonlyMap<number, number>>;

/**
 * Counts who stands above whom. A choice that a ballot ranks stands above all that it does not rank; two that it leaves out
 * are not compared.
 */
export function createDuels(choiceIds: readonly number[]): { add(ranking: readonly number[]): void; result(): Duels } {
  const size = choiceIds.length;
  const indexOf = new Map(choiceIds.map((id, index) => [id, index]));
  const above = new Float64Array(size * size);
  const together = new Float64Array(size * size);
  const ranked = new Float64Array(size);
  const places = new Int32Array(size);
  return {
    add(ranking) {
      let length = 0;
      for (const id of ranking) {
        const index = indexOf.get(id);
        if (index !== undefined) places[length++] = index;
      }
      for (let upper = 0; upper < length; upper++) {
        const a = places[upper] as number;
        ranked[a] = (ranked[a] as number) + 1;
        for (let lower = upper + 1; lower < length; lower++) {
          const b = places[lower] as number;
          above[a * size + b] = (above[a * size + b] as number) + 1;
          together[a * size + b] = (together[a * size + b] as number) + 1;
          together[b * size + a] = (together[b * size + a] as number) + 1;
        }
      }
    },
    result() {
      // Where a ballot ranks a and not b, a stands above b too.
      const wins = (a: number, b: number) =>
        (above[a * size + b] as number) + (ranked[a] as number) - (together[a * size + b] as number);
      return new Map(
        choiceIds.map((id, a) => [
          id,
          new Map(choiceIds.flatMap((other, b) => (a === b ? [] : [[other, wins(a, b)] as const]))),
        ]),
      );
    },
  };
}
