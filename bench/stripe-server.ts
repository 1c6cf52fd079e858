// The provider's stand-in as a process of its own. What it delivers goes to WEBHOOK_URL; nowhere, where there is none.
import express from 'express';
import { openStripe } from '#sandbox/stripe/index.ts';
import { noProviders } from '#scripts/no-providers.ts';

const stripe = await openStripe({
  secretKey: noProviders.STRIPE_SECRET_KEY,
  publishableKey: noProviders.STRIPE_PUBLISHABLE_KEY,
  webhookSecret: noProviders.STRIPE_WEBHOOK_SECRET,
  webhookUrl: process.env.WEBHOOK_URL ?? null,
});
const app = express();
app.get('/', (_req, res) => void res.end());
app.use(stripe.router);
app.listen(Number(process.env.PORT), '127.0.0.1');
