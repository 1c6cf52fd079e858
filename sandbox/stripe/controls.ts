import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { type Behaviour, type BehaviourChanges, behaviourChanges, change } from './behaviour.ts';
import type { Books, Payment } from './books.ts';
import type { Payments } from './payments.ts';
import { missing, Refusal } from './refusal.ts';
import type { CardEntry, Dispute, Intent, Refund } from './resources.ts';
import type { Reversals } from './reversals.ts';
import type { Webhooks } from './webhooks.ts';

export interface Purchase {
  /** A card number; its date and code are made up. */
  card: string;
  /** What the buyer answers, if the card's bank asks. Left out, the payment waits for it. */
  authenticate?: 'complete' | 'fail';
  returnUrl?: string;
}

/** What a tester can do in the place of the buyer, the bank or the seller at the provider's dashboard. */
export interface Controls {
  behaviour(): Behaviour;
  change(changes: BehaviourChanges): Behaviour;
  /** Sends the withheld events, or these again, and waits until they were sent. */
  deliver(ids?: string[]): Promise<{ sent: number; accepted: number }>;
  /** Enters a card number into the form; the id of the confirmation token that the form makes of it. */
  enter(card: string): string;
  /** @throws {Refusal} 402 if the card is declined. */
  confirm(intent: string, purchase: Purchase): Intent;
  /** Answers the bank in the place of a buyer that it waits for. */
  authenticate(intent: string, outcome: 'complete' | 'fail'): Intent;
  /** Lets a processing payment go on. */
  settle(intent: string, outcome: 'succeeded' | 'failed'): Intent;
  refund(intent: string, amount?: number): Refund;
  failRefund(refund: string): Refund;
  dispute(intent: string): Dispute;
  closeDispute(intent: string, outcome: 'won' | 'lost'): Dispute;
}

interface Parts {
  books: Books;
  behaviour: Behaviour;
  payments: Payments;
  reversals: Reversals;
  webhooks: Webhooks;
  baseUrl: string;
}

export function openControls({ behaviour, payments, reversals, webhooks, baseUrl }: Parts): Controls {
  return {
    behaviour: () => behaviour,
    change(changes) {
      change(behaviour, changes);
      return behaviour;
    },
    deliver: webhooks.deliver,
    enter: (card) => payments.createToken(entryOf(card), undefined).id,
    confirm(intent, { card, authenticate, returnUrl }) {
      const confirmed = payments.confirm(intent, { paidWith: entryOf(card), returnUrl, baseUrl });
      if (confirmed.status !== 'requires_action' || !authenticate) return confirmed;
      return payments.authenticate(intent, authenticate);
    },
    authenticate: payments.authenticate,
    settle: payments.settle,
    refund: (intent, amount) => reversals.refund(intent, { amount, reason: 'requested_by_customer' }),
    failRefund: reversals.failRefund,
    dispute: reversals.dispute,
    closeDispute: reversals.closeDispute,
  };
}

const entryOf = (card: string): CardEntry => ({
  number: card.replace(/\s/g, ''),
  expMonth: 12,
  expYear: new Date().getUTCFullYear() + 2,
  cvc: '1234',
});

const shown = 50;
const none = z.strictObject({});
const purchase = z.strictObject({
  card: z.string(),
  authenticate: z.enum(['complete', 'fail']).optional(),
  returnUrl: z.string().optional(),
});
const authenticating = z.strictObject({ outcome: z.enum(['complete', 'fail']) });
const settling = z.strictObject({ outcome: z.enum(['succeeded', 'failed']) });
const refunding = z.strictObject({ amount: z.number().int().min(1).optional() });
const closing = z.strictObject({ outcome: z.enum(['won', 'lost']) });
const delivering = z.strictObject({ ids: z.array(z.string()).optional() });

/** The same as JSON, for the sandbox's page and for tests in other processes. */
export function controlRoutes(books: Books, controls: Controls): Router {
  const router = express.Router();
  const post = <T>(path: string, input: z.ZodType<T>, run: (given: T, id: string) => unknown) =>
    router.post(path, requireOwnOrigin, express.json(), async (req: Request, res: Response) => {
      const given = input.safeParse(req.body ?? {});
      if (!given.success) throw new Refusal(400, z.prettifyError(given.error));
      res.json(await run(given.data, String(req.params.id ?? '')));
    });

  router.get('/stripe/behaviour', (_req, res) => {
    res.json(controls.behaviour());
  });
  router.get('/stripe/books', (_req, res) => {
    res.json(books.payments());
  });
  router.get('/stripe/books/latest', (_req, res) => {
    res.json(latest(books));
  });
  router.get('/stripe/events', (_req, res) => {
    res.json(
      [...books.events.newestFirst()].map((event) => ({ ...event, delivery: books.deliveries.get(event.id)?.state })),
    );
  });
  router.get('/stripe/payments/:id', (req, res) => {
    const payment = books.payment(req.params.id);
    if (!payment) throw missing('payment_intent', req.params.id);
    res.json(payment);
  });
  post('/stripe/behaviour', behaviourChanges, (changes) => controls.change(changes));
  post('/stripe/deliver', delivering, ({ ids }) => controls.deliver(ids));
  post('/stripe/payments/:id/confirm', purchase, (given, id) => controls.confirm(id, given));
  post('/stripe/payments/:id/authenticate', authenticating, ({ outcome }, id) => controls.authenticate(id, outcome));
  post('/stripe/payments/:id/settle', settling, ({ outcome }, id) => controls.settle(id, outcome));
  post('/stripe/payments/:id/refund', refunding, ({ amount }, id) => controls.refund(id, amount));
  post('/stripe/payments/:id/dispute', none, (_given, id) => controls.dispute(id));
  post('/stripe/payments/:id/dispute/close', closing, ({ outcome }, id) => controls.closeDispute(id, outcome));
  post('/stripe/refunds/:id/fail', none, (_given, id) => controls.failRefund(id));
  return router;
}

/** No other site that is open in the same browser may press these buttons. */
function requireOwnOrigin(req: Request, _res: Response, next: () => void): void {
  const origin = req.get('Origin');
  if (origin && origin !== `${req.protocol}://${req.get('Host')}`)
    throw new Refusal(403, 'Only from the page of the sandbox.');
  next();
}

/** What the page shows. */
function latest(books: Books): Payment[] {
  const payments: Payment[] = [];
  for (const { id } of books.intents.newestFirst()) {
    if (payments.length === shown) break;
    const payment = books.payment(id);
    if (payment) payments.push(payment);
  }
  return payments;
}
