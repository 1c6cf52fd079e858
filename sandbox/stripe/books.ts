import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { type Journal, openJournal } from './journal.ts';
import {
  apiVersion,
  type Charge,
  type Dispute,
  type Event,
  type Intent,
  type Method,
  newId,
  now,
  type Refund,
  type Token,
} from './resources.ts';
import { openShelf, type Shelf } from './shelf.ts';

/** How a payment method behaves; the card's number itself is kept nowhere. */
export interface MethodBehaviour {
  id: string;
  created: number;
  card: TestCard;
  /** The buyer has proved to the bank who pays; the shop has yet to confirm again. */
  authenticated?: true;
}

/** A confirmation token with the payment method that comes of it. */
export interface KeptToken {
  id: string;
  created: number;
  token: Token;
  method: string;
}

export interface Delivery {
  /** That of the event. */
  id: string;
  created: number;
  state: 'waiting' | 'withheld' | 'delivered' | 'lost';
}

/** The answer to a call with an idempotency key. */
export interface KeptAnswer {
  /** The key itself. */
  id: string;
  created: number;
  path: string;
  parameters: string;
  status: number;
  body: string;
}

/** A payment with what came of it. */
export interface Payment {
  intent: Intent;
  charges: Charge[];
  refunds: Refund[];
  disputes: Dispute[];
}

interface Shelves {
  intents: Shelf<Intent>;
  charges: Shelf<Charge>;
  refunds: Shelf<Refund>;
  disputes: Shelf<Dispute>;
  methods: Shelf<Method>;
  behaviours: Shelf<MethodBehaviour>;
  tokens: Shelf<KeptToken>;
  events: Shelf<Event>;
  deliveries: Shelf<Delivery>;
  answers: Shelf<KeptAnswer>;
}

/** The state. Resources are never changed in place: an event holds its object as it was at that moment. */
export interface Books extends Shelves {
  /** Writes an event down and hands it to the delivery. */
  record(type: Stripe.Event.Type, object: Event['data']['object']): void;
  /** Runs a call of the API: events that it causes name it. */
  during<T>(request: Stripe.Event.Request, run: () => T): T;
  payment(intent: string): Payment | undefined;
  /** Newest first. */
  payments(): Payment[];
  close(): Promise<void>;
}

/** @param deliver is given every new event. */
export async function openBooks(file: string | undefined, deliver: (event: Event) => void): Promise<Books> {
  let journal: Journal | undefined;
  const shelf = <T extends { id: string; created: number }>(kind: string): Shelf<T> =>
    openShelf<T>((item) => journal?.note(kind, item));
  const shelves: Shelves = {
    intents: shelf('intents'),
    charges: shelf('charges'),
    refunds: shelf('refunds'),
    disputes: shelf('disputes'),
    methods: shelf('methods'),
    behaviours: shelf('behaviours'),
    tokens: shelf('tokens'),
    events: shelf('events'),
    deliveries: shelf('deliveries'),
    answers: shelf('answers'),
  };
  if (file) {
    const shelfOf: Record<string, { put(item: never): unknown }> = { ...shelves };
    journal = await openJournal(file, (kind, item) => shelfOf[kind]?.put(item as never));
  }
  let current: Stripe.Event.Request = { id: null, idempotency_key: null };

  const payment = (id: string): Payment | undefined => {
    const intent = shelves.intents.get(id);
    if (!intent) return undefined;
    const [charges, refunds, disputes] = [shelves.charges.of(id), shelves.refunds.of(id), shelves.disputes.of(id)];
    return { intent, charges, refunds, disputes };
  };
  return {
    ...shelves,
    payment,
    payments: () => [...shelves.intents.newestFirst()].map(({ id }) => payment(id) as Payment),
    record(type, object) {
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: current,
        type,
      };
      deliver(shelves.events.put(event));
    },
    during(request, run) {
      current = request;
      try {
        return run();
      } finally {
        current = { id: null, idempotency_key: null };
      }
    },
    close: async () => journal?.close(),
  };
}
