/** What can be kept: it has an id, a time and belongs to a payment. */
export interface Kept {
  id: string;
  created: number;
  payment_intent?: string;
}

/** All resources of a kind, in the order of their creation, found by id and by payment without a search. */
export interface Shelf<T extends Kept> {
  /** Adds it, or takes the place of the one with its id. */
  put(item: T): T;
  get(id: string): T | undefined;
  /** Those of a payment, oldest first. */
  of(intent: string): T[];
  /** Newest first, beginning with the one before `after`. */
  newestFirst(after?: string): Generator<T>;
  /** Oldest first, beginning with the one after `before`. */
  oldestFirst(before?: string): Generator<T>;
}

/** @param written is told of whatever is put. */
export function openShelf<T extends Kept>(written: (item: T) => void): Shelf<T> {
  const items: T[] = [];
  const places = new Map<string, number>();
  const ofPayments = new Map<string, number[]>();
  const at = (place: number): T => items[place] as T;

  return {
    put(item) {
      const place = places.get(item.id);
      if (place !== undefined) items[place] = item;
      else {
        const last = items.push(item) - 1;
        places.set(item.id, last);
        if (item.payment_intent) {
          const others = ofPayments.get(item.payment_intent);
          if (others) others.push(last);
          else ofPayments.set(item.payment_intent, [last]);
        }
      }
      written(item);
      return item;
    },
    get(id) {
      const place = places.get(id);
      return place === undefined ? undefined : items[place];
    },
    of: (intent) => (ofPayments.get(intent) ?? []).map(at),
    *newestFirst(after) {
      const first = after === undefined ? items.length : (places.get(after) ?? 0);
      for (let place = first - 1; place >= 0; place--) yield at(place);
    },
    *oldestFirst(before) {
      const last = before === undefined ? -1 : (places.get(before) ?? items.length);
      for (let place = last + 1; place < items.length; place++) yield at(place);
    },
  };
}
