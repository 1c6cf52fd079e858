// Stand-ins for the outside world, for the demo, development and browser tests. Production never starts them.
import express from 'express';
import { openFiles } from './files.ts';
import { openMailbox } from './mailbox.ts';
import { page } from './page.ts';
import { openPhones } from './sms.ts';
import { openStripe } from './stripe/index.ts';

const mailbox = await openMailbox(Number(process.env.SANDBOX_SMTP_PORT ?? 0));
const files = await openFiles(Number(process.env.SANDBOX_FILES_PORT ?? 0), process.env.SANDBOX_FILES ?? '.data/files');
const phones = openPhones({
  accountSid: process.env.TWILIO_ACCOUNT_SID ?? '',
  authToken: process.env.TWILIO_AUTH_TOKEN ?? '',
});
const stripe = await openStripe({
  secretKey: process.env.STRIPE_SECRET_KEY ?? '',
  publishableKey: process.env.STRIPE_PUBLISHABLE_KEY ?? '',
  webhookSecret: process.env.STRIPE_WEBHOOK_SECRET ?? '',
  webhookUrl: process.env.SANDBOX_WEBHOOK_URL || null,
  file: process.env.SANDBOX_STRIPE_FILE,
});
const app = express();
app.get('/', (_req, res) => {
  res.type('html').send(page);
});
app.get('/api/mails', (req, res) => {
  const { to } = req.query;
  res.json(mailbox.mails(typeof to === 'string' ? to : undefined));
});
app.get('/api/sms', (req, res) => {
  const { to } = req.query;
  res.json(phones.messages(typeof to === 'string' ? to : undefined));
});
app.use(phones.router);
app.use(stripe.router);
const server = app.listen(Number(process.env.SANDBOX_PORT ?? 3001), '127.0.0.1', () => {
  console.log(`sandbox: ${JSON.stringify(server.address())}, SMTP on ${mailbox.port}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close();
    void Promise.all([mailbox.close(), files.close(), stripe.close()]).then(() => process.exit(0));
    setTimeout(() => process.exit(0), 1_000).unref();
  });
}
