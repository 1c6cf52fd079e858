import path from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import type { Books } from './books.ts';
import type { Payments } from './payments.ts';
import { missing, Refusal } from './refusal.ts';
import type { Intent } from './resources.ts';

/** The scripts that browsers load, by their address below /stripe. */
const scripts: Record<string, string> = {
  'stripe.js': 'stripe-js.ts',
  'card-form.js': 'card-form.ts',
  'controller.js': 'controller.ts',
  'authenticate.js': 'authenticate.ts',
  'payments.js': 'payments-page.ts',
};
const built = new Map<string, Promise<string>>();

/** What browsers load from the provider: Stripe.js, the pages of its frames, the bank's page, and the way to a payment. */
export function browserPages({ books, payments }: { books: Books; payments: Payments }): Router {
  const router = express.Router();
  router.get('/favicon.ico', (_req, res) => {
    res.status(204).end(); // browsers ask for it, and would complain
  });
  // The dashboard's address of a payment.
  router.get('/test/payments/:id', (req, res) => {
    res.redirect(`/?payment=${encodeURIComponent(req.params.id)}`);
  });
  for (const [name, source] of Object.entries(scripts)) {
    router.get(`/stripe/${name}`, async (_req, res) => {
      if (!built.has(source)) built.set(source, bundle(source));
      res.type('text/javascript').send(await built.get(source));
    });
  }
  router.get('/stripe/card-form', (req, res) => {
    const { scheme, locale } = req.query;
    const language = String(locale).slice(0, 2);
    send(res, {
      language: ['es', 'fr'].includes(language) ? language : 'en',
      scheme: scheme === 'dark' ? 'dark' : 'light',
      title: 'Secure payment input frame',
      script: 'card-form',
      style: cardFormStyle,
    });
  });
  router.get('/stripe/controller', (_req, res) => {
    send(res, { language: 'en', scheme: 'light', title: 'Stripe.js controller', script: 'controller', style: '' });
  });
  router.get('/stripe/authenticate', (_req, res) => {
    const title = '3D Secure 2 test page';
    send(res, { language: 'en', scheme: 'light dark', title, script: 'authenticate', style: authenticateStyle });
  });
  router.post('/stripe/authenticate', express.json(), (req: Request, res: Response) => {
    res.json(authenticated(books, payments, req.body));
  });
  return router;
}

const buyersAnswer = z.strictObject({
  payment_intent: z.string(),
  client_secret: z.string(),
  outcome: z.enum(['complete', 'fail']),
});

/** Takes the buyer's answer to the bank; tells where the browser goes on, if it was sent away from the shop. */
function authenticated(books: Books, payments: Payments, body: unknown): { return_url: string | null } {
  const given = buyersAnswer.safeParse(body);
  if (!given.success) throw new Refusal(400, z.prettifyError(given.error));
  const { payment_intent: id, client_secret: secret, outcome } = given.data;
  const intent = books.intents.get(id);
  if (intent?.client_secret !== secret) throw missing('payment_intent', id);
  const returnUrl = intent.next_action?.redirect_to_url?.return_url;
  const after = payments.authenticate(id, outcome);
  return { return_url: returnUrl ? returnUrlOf(returnUrl, after) : null };
}

function returnUrlOf(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  const status = { succeeded: 'succeeded', processing: 'pending' }[String(intent.status)];
  url.searchParams.set('redirect_status', status ?? 'failed');
  return url.href;
}

/** As one file for the browser. It takes a tenth of a second, once, when it is asked for. */
async function bundle(source: string): Promise<string> {
  const entry = path.join(import.meta.dirname, 'browser', source);
  const { build } = await import('vite'); // large, and most tests never need it
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'sandbox', fileName: 'script' } },
  });
  const [output] = Array.isArray(result) ? result : [];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`${source} could not be built`);
  return chunk.code;
}

interface Page {
  language: string;
  scheme: string;
  title: string;
  script: string;
  style: string;
}

function send(res: Response, { language, scheme, title, script, style }: Page): void {
  res
    .set('Content-Security-Policy', "default-src 'self'; style-src 'unsafe-inline'")
    .type('html')
    .send(`<!doctype html>
<html lang="${language}" style="color-scheme:${scheme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head>
<body><script src="/stripe/${script}.js"></script></body></html>`);
}

const cardFormStyle = `
:root{--unit:4px;--radius:6px;--size:16px;--primary:#0570de;--paper:#fff;--ink:#1b1b1f;--danger:#b3093c;--font:system-ui,sans-serif}
:root[style*=dark]{--primary:#8ab8ff;--paper:#24262b;--ink:#f2f2f0;--danger:#ff9b9b}
*{box-sizing:border-box}
body{margin:0;background:transparent;color:var(--ink);font:var(--size)/1.4 var(--font)}
form{display:grid;grid-template-columns:1fr 1fr;background:var(--paper);border-radius:var(--radius);overflow:hidden;
border:1px solid color-mix(in srgb,var(--ink) 45%,var(--paper))}
.field{padding:calc(var(--unit)*2) calc(var(--unit)*3);min-width:0;border:0 solid color-mix(in srgb,var(--ink) 25%,var(--paper))}
.field:nth-child(1){grid-column:1/-1;border-radius:var(--radius) var(--radius) 0 0}
.field:nth-child(2){border-top-width:1px;border-bottom-left-radius:var(--radius)}
.field:nth-child(3){border-width:1px 0 0 1px;border-bottom-right-radius:var(--radius)}
.field:focus-within{outline:2px solid var(--primary);outline-offset:-3px}
label{display:block;font-size:.875em}
.line{display:flex;align-items:center;gap:calc(var(--unit)*2)}
input{flex:1;min-width:0;width:100%;border:0;padding:calc(var(--unit)) 0;background:transparent;color:inherit;
font:inherit;font-size:max(1em,16px);font-variant-numeric:tabular-nums;outline:none;caret-color:var(--primary)}
input::placeholder{color:color-mix(in srgb,var(--ink) 68%,var(--paper));opacity:1}
input[aria-invalid=true]{color:var(--danger)}
input:disabled{opacity:.6}
.brand{font-size:.75em;font-weight:600;letter-spacing:.02em}
.error{margin:0;font-size:.875em;color:var(--danger);overflow-wrap:anywhere}
.error:empty{display:none}`;

const authenticateStyle = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
body>*{max-width:28rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.25rem;margin:0 0 .5rem}
p{margin:.5rem 0}
.actions{display:grid;gap:.75rem;margin-top:1.25rem}
button{font:inherit;font-weight:600;padding:.75rem 1rem;min-height:44px;border-radius:.5rem;border:1px solid currentColor;
background:transparent;color:inherit;cursor:pointer}
button.primary{background:CanvasText;color:Canvas}
button:focus-visible{outline:3px solid #2f7de1;outline-offset:2px}
button:disabled{opacity:.6;cursor:default}`;
