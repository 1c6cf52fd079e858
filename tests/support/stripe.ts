import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll } from 'vitest';
import { openStripe, type StripeSandbox } from '#sandbox/stripe/index.ts';
import { createStripe, type StripeAccess } from '#src/platform/stripe.ts';

const keys = { secretKey: 'sk_test_podium', publishableKey: 'pk_test_podium', webhookSecret: 'whsec_podium' };
const dashboardUrl = 'https://dashboard.stripe.com';

/** Keys for a provider that nobody reaches: for whoever buys nothing. */
export const noStripe = createStripe({
  ...keys,
  dashboardUrl,
  scriptUrl: 'http://127.0.0.1:9/stripe.js',
  apiUrl: 'http://127.0.0.1:9',
});

export interface TestStripe extends StripeSandbox {
  access: StripeAccess;
  url: string;
  /** An event as it is sent to a webhook: the body's bytes and their signature, `age` seconds old. */
  signed(event: object, options?: { age?: number; secret?: string }): { body: string; signature: string };
}

/** A provider of the test file's own, over HTTP. It sends nothing by itself: tests carry its events. */
export async function testStripe(): Promise<TestStripe> {
  const sandbox = await openStripe({ ...keys, webhookUrl: null });
  const server = http.createServer(express().use(sandbox.router)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = createStripe({ ...keys, dashboardUrl, scriptUrl: `${url}/stripe/stripe.js`, apiUrl: url });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });
  return {
    ...sandbox,
    access,
    url,
    signed(event, { age = 0, secret = keys.webhookSecret } = {}) {
      const body = JSON.stringify(event, null, 2);
      const timestamp = Math.floor(Date.now() / 1_000) - age;
      return {
        body,
        signature: access.client.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
      };
    },
  };
}
