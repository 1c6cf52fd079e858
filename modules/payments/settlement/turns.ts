/**
 * Lets calls about the same thing take turns. Those that come while one is under way wait together for the next, which
 * begins after all of them have come: so each of them sees what was so when it called, for the price of one run.
 */
export function inTurns(run: (id: number) => Promise<void>): (id: number) => Promise<void> {
  const turns = new Map<number, { underWay: Promise<void>; next?: Promise<void> }>();

  const start = (id: number): Promise<void> => {
    const underWay = run(id);
    const turn: { underWay: Promise<void>; next?: Promise<void> } = { underWay };
    turns.set(id, turn);
    const done = () => {
      if (!turn.next) turns.delete(id);
    };
    underWay.then(done, done);
    return underWay;
  };

  return (id) => {
    const turn = turns.get(id);
    if (!turn) return start(id);
    const begin = () => start(id);
    turn.next ??= turn.underWay.then(begin, begin);
    return turn.next;
  };
}
