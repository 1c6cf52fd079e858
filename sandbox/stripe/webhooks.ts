import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import type { Behaviour } from './behaviour.ts';
import type { Books, Delivery } from './books.ts';
import type { Event } from './resources.ts';

export interface Webhooks {
  /** Sends a new event, or keeps it, as the behaviour says. */
  take(event: Event): void;
  /** Sends what a run before this one has not sent. */
  resume(): void;
  /** Sends the withheld events, or these again; resolves when they were sent, with how many were accepted. */
  deliver(ids?: string[]): Promise<{ sent: number; accepted: number }>;
  close(): void;
}

interface Options {
  books(): Books;
  behaviour: Behaviour;
  url: string | null;
  secret: string;
}

/** After how many seconds a delivery that failed is tried again. */
const retries = [1, 5, 25, 125, 625];
const atOnce = 32;
/** How long a receiver may take to answer. */
const patience = 20_000;

export function openWebhooks({ books, behaviour, url, secret }: Options): Webhooks {
  const limit = pLimit(atOnce);
  const timers = new Set<NodeJS.Timeout>();
  const withheld = new Map<string, Event>();
  let closed = false;

  const note = ({ id, created }: Event, state: Delivery['state']) => books().deliveries.put({ id, created, state });
  const later = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, milliseconds);
    timers.add(timer.unref());
  };

  async function post(event: Event): Promise<boolean> {
    if (!url || closed) return false;
    const body = JSON.stringify(event, null, 2);
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': `t=${time},v1=${signature}`,
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  }

  /** One delivery, as often as asked for; what is refused comes again later. */
  async function send(event: Event, attempt = 0): Promise<boolean> {
    let accepted = false;
    for (let time = 0; time < behaviour.webhooks.repeat; time++) accepted = (await limit(post, event)) || accepted;
    if (closed) return accepted;
    const pause = retries[attempt];
    if (accepted) note(event, 'delivered');
    else if (pause !== undefined) later(pause * 1_000, () => void send(event, attempt + 1));
    return accepted;
  }

  function start(event: Event): void {
    if (behaviour.webhooks.delayMs === 0) void send(event);
    else later(behaviour.webhooks.delayMs, () => void send(event));
  }

  return {
    take(event) {
      if (!url) return;
      if (behaviour.webhooks.lose) note(event, 'lost');
      else if (behaviour.webhooks.withhold) {
        withheld.set(event.id, event);
        note(event, 'withheld');
      } else {
        note(event, 'waiting');
        start(event);
      }
    },
    resume() {
      for (const { id, state } of books().deliveries.oldestFirst()) {
        const event = state === 'waiting' || state === 'withheld' ? books().events.get(id) : undefined;
        if (!event) continue;
        if (state === 'withheld') withheld.set(id, event);
        else start(event);
      }
    },
    async deliver(ids) {
      const chosen = ids ? ids.flatMap((id) => books().events.get(id) ?? []) : [...withheld.values()];
      for (const { id } of chosen) withheld.delete(id);
      let accepted = 0;
      // One after the other: the order is the point.
      for (const event of ids ? chosen : ordered(chosen, behaviour.webhooks.order)) {
        if (await send(event)) accepted += 1;
      }
      return { sent: chosen.length, accepted };
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function ordered(events: Event[], order: Behaviour['webhooks']['order']): Event[] {
  if (order === 'reversed') return events.toReversed();
  if (order === 'kept') return events;
  return events
    .map((event) => ({ event, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
}
