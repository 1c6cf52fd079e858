import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { Behaviour } from './behaviour.ts';
import type { Books } from './books.ts';
import { expanded } from './expand.ts';
import { type Form, parseForm } from './form.ts';
import { answerOnce } from './idempotency.ts';
import { list, text } from './parameters.ts';
import type { Payments } from './payments.ts';
import { Refusal } from './refusal.ts';
import { apiVersion, type Intent, randomText } from './resources.ts';
import type { Reversals } from './reversals.ts';
import { type Call, type Handler, routes } from './routes.ts';

export interface ApiOptions {
  books: Books;
  behaviour: Behaviour;
  payments: Payments;
  reversals: Reversals;
  secretKey: string;
  publishableKey: string;
  /** The sandbox's own address as the buyer's browser knows it; that of the request, if not given. */
  baseUrl?: string;
}

/** Stripe's REST API, as far as a shop with cards needs it. */
export function openApi(options: ApiOptions): Router {
  const router = express.Router();
  router.use('/v1', express.text({ type: 'application/x-www-form-urlencoded', limit: '1mb' }), obstacles(options));
  for (const [method, path, handler] of routes) {
    router[method](path, async (req: Request, res: Response) => {
      await answer(req, res, options, handler);
    });
  }
  router.use('/v1', (req) => {
    throw new Refusal(404, `Unrecognized request URL (${req.method}: ${req.originalUrl.split('?')[0]}).`);
  });
  router.use('/v1', (error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof Refusal)) return next(error);
    res.status(error.status).json(error.envelope);
  });
  return router;
}

/** What a tester has put in the way of every call. */
function obstacles({ behaviour }: ApiOptions) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    res.setHeader('Request-Id', `req_${randomText(14)}`);
    res.setHeader('Stripe-Version', apiVersion);
    const { api } = behaviour;
    if (api.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, api.delayMs));
    if (api.failNext > 0) {
      api.failNext -= 1;
      throw new Refusal(500, 'An unknown error occurred.', { type: 'api_error' });
    }
    next();
  };
}

async function answer(req: Request, res: Response, options: ApiOptions, handler: Handler): Promise<void> {
  const { books } = options;
  const query = req.originalUrl.split('?')[1] ?? '';
  const body = typeof req.body === 'string' ? req.body : '';
  const form: Form = parseForm(req.method === 'GET' ? query : body);
  const caller = callerOf(req, form, options);
  const idempotencyKey = req.get('Idempotency-Key') ?? null;
  const { key: _key, client_secret: clientSecret, _stripe_js, ...parameters } = form;
  const call: Call = {
    ...options,
    form: parameters,
    id: String(req.params.id ?? ''),
    path: req.path,
    byBuyer: caller === 'buyer',
    baseUrl: options.baseUrl ?? `${req.protocol}://${req.get('host')}`,
  };
  const run = (): { status: number; body: string } => {
    if (caller === 'buyer') requireBuyer(handler, call, clientSecret);
    const request = { id: String(res.getHeader('Request-Id')), idempotency_key: idempotencyKey };
    const result = expanded(
      books.during(request, () => handler.run(call)),
      list(parameters, 'expand') ?? [],
      books,
    );
    return { status: 200, body: JSON.stringify(caller === 'buyer' ? forBuyer(result as Intent) : result, null, 2) };
  };
  const key = req.method === 'POST' ? idempotencyKey : null;
  const result = key
    ? answerOnce(books, { key, path: req.path, parameters: body }, run)
    : { ...run(), replayed: false };
  if (idempotencyKey) res.setHeader('Idempotency-Key', idempotencyKey);
  if (result.replayed) res.setHeader('Idempotent-Replayed', 'true');
  res.status(result.status).type('json').send(result.body);
}

/** Whether the seller calls, with the secret key, or a buyer's browser, with the publishable one. */
function callerOf(req: Request, form: Form, { secretKey, publishableKey }: ApiOptions): 'seller' | 'buyer' {
  const [scheme = '', credentials = ''] = (req.get('Authorization') ?? '').split(' ');
  const basic = scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : undefined;
  const key = basic ?? (credentials || text(form, 'key'));
  if (!key) {
    throw new Refusal(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key === secretKey) return 'seller';
  if (key === publishableKey) return 'buyer';
  throw new Refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
}

function requireBuyer(handler: Handler, { books, id }: Call, clientSecret: Form[string] | undefined): void {
  if (!handler.buyers) {
    throw new Refusal(
      401,
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required' },
    );
  }
  if (handler.buyers === 'freely' || books.intents.get(id)?.client_secret === clientSecret) return;
  throw new Refusal(404, `No such payment_intent: '${id}'`, { code: 'resource_missing', param: 'intent' });
}

/** A buyer sees the payment, not what the seller has noted about it. */
function forBuyer(intent: Intent): Partial<Intent> {
  const {
    metadata: _metadata,
    latest_charge: _charge,
    customer: _customer,
    amount_received: _received,
    ...seen
  } = intent;
  return seen;
}
