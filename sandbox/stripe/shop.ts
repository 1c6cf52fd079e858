// For tests: a sandbox on loopback, the official client that a shop would use, and the shop's receiver of webhooks.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Stripe from 'stripe';
import { openStripe, type StripeSandbox } from './index.ts';

export const keys = {
  secretKey: 'sk_test_0123456789',
  publishableKey: 'pk_test_0123456789',
  webhookSecret: 'whsec_0123456789',
};

export interface Shop {
  sandbox: StripeSandbox;
  stripe: Stripe;
  url: string;
  /** The events that the shop has received and whose signature was right, in this order. */
  received: Stripe.Event[];
  /** So many deliveries the shop answers with 500. */
  refuse(next: number): void;
  /** Resolves when so many events have come. */
  events(count: number): Promise<Stripe.Event.Type[]>;
  close(): Promise<void>;
}

export async function openShop(file?: string): Promise<Shop> {
  const received: Stripe.Event[] = [];
  let refusals = 0;
  const receiver = express();
  receiver.post('/webhooks', express.raw({ type: 'application/json' }), (req, res) => {
    const signature = req.get('Stripe-Signature') ?? '';
    const event = stripe.webhooks.constructEvent(req.body, signature, keys.webhookSecret);
    if (refusals > 0) {
      refusals -= 1;
      res.status(500).end();
      return;
    }
    received.push(event);
    res.status(200).end();
  });
  const shop = await listen(receiver);
  const sandbox = await openStripe({ ...keys, webhookUrl: `${shop.url}/webhooks`, file });
  const provider = await listen(express().use(sandbox.router));
  const { hostname, port } = new URL(provider.url);
  const stripe = new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });

  return {
    sandbox,
    stripe,
    url: provider.url,
    received,
    refuse(next) {
      refusals = next;
    },
    async events(count) {
      for (const end = Date.now() + 5_000; received.length < count && Date.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return received.map(({ type }) => type);
    },
    async close() {
      await sandbox.close();
      await Promise.all([provider.close(), shop.close()]);
    },
  };
}

async function listen(app: express.Express): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
