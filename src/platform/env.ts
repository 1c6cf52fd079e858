import { z } from 'zod';

const Env = z
  .object({
    NODE_ENV: z.enum(['production', 'test']).default('production'),
    HOST: z.string().default('0.0.0.0'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }),
    APP_SECRET: z.string().min(32, 'needs at least 32 characters'),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }),
    MAIL_FROM: z.string().min(3),
    TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-fA-F]{32}$/, 'is no account SID'),
    TWILIO_AUTH_TOKEN: z.string().min(8, 'needs at least 8 characters'),
    /** The sender of text messages: a number (E.164), or a name where the country allows one. */
    TWILIO_FROM: z.string().regex(/^(\+[1-9]\d{6,14}|[A-Za-z0-9 ]{3,11})$/, 'is neither a number nor a name'),
    /** Where Twilio's API is to be found, if elsewhere than at Twilio. */
    TWILIO_API_URL: z.url({ protocol: /^https?$/ }).optional(),
    S3_BUCKET: z.string().min(3),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().min(3),
    S3_SECRET_ACCESS_KEY: z.string().min(3),
    /** Where the S3 service is to be found, if elsewhere than at Amazon. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'is no secret key'),
    STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_(test|live)_\w+$/, 'is no publishable key'),
    /** Signs what Stripe sends to /api/webhooks/stripe. */
    STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\w+$/, 'is no signing secret'),
    /** Where Stripe's API is to be found, if elsewhere than at Stripe. */
    STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The card form's script: the release that the installed clients were made for. */
    STRIPE_JS_URL: z.url({ protocol: /^https?$/ }).default('https://js.stripe.com/endive/stripe.js'),
    /** Where the back office's links to payments lead. */
    STRIPE_DASHBOARD_URL: z.url({ protocol: /^https?$/ }).default('https://dashboard.stripe.com'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    /** Seconds after which a job that was handed to Redis and is still not done is handed over again. */
    OUTBOX_STALE_SECONDS: z.coerce.number().int().min(1).default(30),
    /** What one network may ask of one process in a minute: calls count 1, pages that are rendered 5. */
    REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).default(3_000),
    /** How long a rendered page is kept for other anonymous visitors; 0 renders each. */
    PAGE_CACHE_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  })
  .refine(
    ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }) =>
      STRIPE_SECRET_KEY.split('_')[1] === STRIPE_PUBLISHABLE_KEY.split('_')[1],
    {
      path: ['STRIPE_PUBLISHABLE_KEY'],
      message: 'is of another mode (test or live) than STRIPE_SECRET_KEY',
    },
  );

export type Env = z.infer<typeof Env>;

/** Parses the environment once. Throws one error that names every variable that is missing or wrong, without its value. */
export function parseEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')); // empty is missing
  const result = Env.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  throw new Error(`The environment is not complete:\n${lines.join('\n')}\nSee 'Run it for real' in the README.`);
}

/** For the entries of processes: prints what is wrong with the environment and ends the process. */
export function readEnv(): Env {
  try {
    return parseEnv();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
