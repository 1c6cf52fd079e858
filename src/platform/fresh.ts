/**
 * Values that are recounted in the background, at most every `maxAgeMs`, and only while somebody asks for them. The first
 * ask for a key waits; later ones get the last value at once and start a recount when it has grown old. Where nobody has
 * asked for `bearMs`, the last value is worth nothing any more, and the ask waits as the first one did.
 * For figures that may be a moment late and are dear to count (totals, live results).
 */
export function keepFresh<Value>(
  count: (keys: number[]) => Promise<Map<number, Value>>,
  {
    maxAgeMs,
    bearMs = 5 * maxAgeMs,
    absent,
    maxKeys = 10_000,
  }: { maxAgeMs: number; bearMs?: number; absent: Value; maxKeys?: number },
): { of(keys: readonly number[]): Promise<Map<number, Value>> } {
  /** A value is as old as the beginning of its count, but can be borne from its arrival on: a count may be slow. */
  const kept = new Map<number, { value: Value; at: number; arrivedAt: number }>();
  /** Recounts by key; `awaited` where there is no value to serve meanwhile. */
  const underWay = new Map<number, { done: Promise<void>; awaited: boolean }>();

  const recount = (keys: number[], tooOld: (key: number) => boolean): Promise<void> => {
    const startedAt = performance.now();
    const done = count(keys)
      .then((counted) => {
        const arrivedAt = performance.now();
        for (const key of keys) kept.set(key, { value: counted.get(key) ?? absent, at: startedAt, arrivedAt });
        for (const key of kept.keys()) {
          if (kept.size <= maxKeys) break;
          kept.delete(key);
        }
      })
      .finally(() => {
        for (const key of keys) underWay.delete(key);
      });
    for (const key of keys) underWay.set(key, { done, awaited: tooOld(key) });
    return done;
  };

  return {
    async of(keys) {
      const now = performance.now();
      const since = (moment: number | undefined) => now - (moment ?? Number.NEGATIVE_INFINITY);
      const stale = keys.filter((key) => since(kept.get(key)?.at) > maxAgeMs && !underWay.has(key));
      if (stale.length > 0)
        recount([...new Set(stale)], (key) => since(kept.get(key)?.arrivedAt) > bearMs).catch(() => {}); // who waits below hears of the failure
      const recounts = keys.map((key) => underWay.get(key)).filter((recounting) => recounting?.awaited);
      await Promise.all(recounts.map((recounting) => recounting?.done));
      return new Map(keys.map((key) => [key, kept.get(key)?.value ?? absent]));
    },
  };
}
