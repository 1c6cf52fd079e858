/**
 * Values that are recounted in the background, at most every `maxAgeMs`, and only while somebody asks for them. The first
 * ask for a key waits; later ones get the last value at once and start a recount when it has grown old.
 * For figures that may be a moment late and are dear to count (totals, live results).
 */
export function keepFresh<Value>(
  count: (keys: number[]) => Promise<Map<number, Value>>,
  { maxAgeMs, absent, maxKeys = 10_000 }: { maxAgeMs: number; absent: Value; maxKeys?: number },
): { of(keys: readonly number[]): Promise<Map<number, Value>>; forget(): void } {
  let kept = new Map<number, { value: Value; at: number }>();
  const underWay = new Map<number, Promise<void>>();

  const recount = (keys: number[]): Promise<void> => {
    const startedAt = performance.now();
    const into = kept;
    const done = count(keys)
      .then((counted) => {
        for (const key of keys) into.set(key, { value: counted.get(key) ?? absent, at: startedAt });
        for (const key of into.keys()) {
          if (into.size <= maxKeys) break;
          into.delete(key);
        }
      })
      .finally(() => {
        for (const key of keys) underWay.delete(key);
      });
    for (const key of keys) underWay.set(key, done);
    return done;
  };

  return {
    async of(keys) {
      const old = performance.now() - maxAgeMs;
      const stale = keys.filter((key) => (kept.get(key)?.at ?? -Infinity) < old && !underWay.has(key));
      if (stale.length > 0) recount([...new Set(stale)]).catch(() => {}); // who waits below hears of the failure
      const waiting = new Set(keys.filter((key) => !kept.has(key)).map((key) => underWay.get(key)));
      await Promise.all(waiting);
      return new Map(keys.map((key) => [key, kept.get(key)?.value ?? absent]));
    },
    /** For tests: the next ask counts anew. */
    forget() {
      kept = new Map();
    },
  };
}
