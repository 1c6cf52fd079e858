import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { openApi } from './api.ts';
import { usualBehaviour } from './behaviour.ts';
import { type Books, openBooks } from './books.ts';
import { type Controls, controlRoutes, openControls } from './controls.ts';
import { browserPages } from './pages.ts';
import { openPayments } from './payments.ts';
import { Refusal } from './refusal.ts';
import type { Charge } from './resources.ts';
import { openReversals } from './reversals.ts';
import { openWebhooks } from './webhooks.ts';

export interface StripeSandbox {
  /** Stripe's API below /v1; its script, card form and the controls below /stripe. */
  router: Router;
  books: Books;
  controls: Controls;
  close(): Promise<void>;
}

export interface StripeOptions {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where events are delivered; nowhere, if null. */
  webhookUrl: string | null;
  /** Where the books are kept; only in memory, if not given. */
  file?: string;
  /** The sandbox's address as browsers know it; that of the request, if not given. */
  baseUrl?: string;
}

/** A payment provider that moves no money: the official clients of Stripe talk to it as they would to Stripe. */
export async function openStripe(options: StripeOptions): Promise<StripeSandbox> {
  const { secretKey, publishableKey, webhookSecret, webhookUrl, file, baseUrl } = options;
  const behaviour = usualBehaviour();
  const webhooks = openWebhooks({ books: () => books, behaviour, url: webhookUrl, secret: webhookSecret });
  const books: Books = await openBooks(file, webhooks.take);
  const reversals = openReversals(books);
  const disputes = new Set<NodeJS.Timeout>();
  const willBeDisputed = ({ id }: Charge): void => {
    const timer = setTimeout(() => {
      disputes.delete(timer);
      const charge = books.charges.get(id);
      if (charge && !charge.disputed && !charge.refunded) reversals.dispute(id);
    }, behaviour.disputeAfterSeconds * 1_000);
    disputes.add(timer.unref());
  };
  const payments = openPayments({ books, behaviour, secretKey, willBeDisputed });
  const parts = { books, behaviour, payments, reversals, webhooks };
  const controls = openControls({ ...parts, baseUrl: baseUrl ?? 'http://localhost' });

  const router = express.Router();
  router.use(openApi({ ...parts, secretKey, publishableKey, baseUrl }));
  router.use(browserPages({ books, payments }));
  router.use(controlRoutes(books, controls));
  router.use('/stripe', (error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof Refusal)) return next(error);
    res.status(error.status).json(error.envelope);
  });
  webhooks.resume();
  return {
    router,
    books,
    controls,
    async close() {
      webhooks.close();
      for (const timer of disputes) clearTimeout(timer);
      await books.close();
    },
  };
}
