/**
 * Gathers calls that come at the same time into one: while a batch is under way, what comes meanwhile waits and goes
 * together in the next. A call that is alone goes at once, so nothing is slower for it. `run` gets the items in the order
 * in which they came and answers in that order: a result, or an Error for the one call that it concerns.
 */
export function coalesce<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { max, atOnce, keyOf }: { max: number; atOnce: number; keyOf?: (item: Item) => string },
): (item: Item) => Promise<Result> {
  interface Call {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  let waiting: Call[] = [];
  let underWay = 0;
  let scheduled = false;

  /** The next calls, at most one of each key: two that concern the same thing must not stand in one batch. */
  const take = (): Call[] => {
    const keys = new Set<string>();
    const taken: Call[] = [];
    const left: Call[] = [];
    for (const call of waiting) {
      const key = keyOf?.(call.item);
      const fits = taken.length < max && (key === undefined || !keys.has(key));
      if (key !== undefined) keys.add(key);
      (fits ? taken : left).push(call);
    }
    waiting = left;
    return taken;
  };

  const start = async (): Promise<void> => {
    const calls = take();
    underWay += 1;
    try {
      const results = await run(calls.map((call) => call.item));
      calls.forEach((call, index) => {
        const result = results[index];
        if (result instanceof Error) call.reject(result);
        else call.resolve(result as Result);
      });
    } catch (error) {
      for (const call of calls) call.reject(error);
    } finally {
      underWay -= 1;
      schedule();
    }
  };

  // Calls of one turn of the event loop go together: the requests that it brought in are parsed in that turn.
  const schedule = (): void => {
    if (scheduled || waiting.length === 0 || underWay >= atOnce) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (waiting.length > 0 && underWay < atOnce) void start();
    });
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
