import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from '../platform/logger.ts';

/** Where Stripe's script, card form and authentication come from (their own list). */
const stripeOrigins = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
  'https://api.stripe.com',
];

/**
 * The security headers of every answer, computed once by helmet. Scripts come from files of this site and of the card form's
 * maker only; `cardFormUrl` is where its script is. A page cannot have headers of its own: others are shown in it later.
 */
export function securityHeaders(publicUrl: string, cardFormUrl: string): Map<string, string> {
  const { origin } = new URL(cardFormUrl);
  const cardForm = stripeOrigins.includes(origin) ? stripeOrigins : [origin];
  const https = publicUrl.startsWith('https:');
  const headers = new Map<string, string>();
  const collector = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...cardForm],
        frameSrc: cardForm,
        connectSrc: ["'self'", ...cardForm],
        styleSrc: ["'self'", "'unsafe-inline'"], // style attributes of rendered pages, and Radix' scroll lock
        imgSrc: ["'self'", 'data:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  })({} as never, collector as unknown as Response, () => {});
  return headers;
}

export function setHeaders(headers: Map<string, string>): RequestHandler {
  return (_req, res, next) => {
    res.setHeaders(headers);
    next();
  };
}

/** Gives each request an id, in its log lines and in its answer, and logs how it ended. Queries are not logged. */
export function logRequests(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    req.log = logger.child({ requestId });
    res.setHeader('X-Request-Id', requestId);
    res.on('close', () => {
      req.log?.info(
        {
          method: req.method,
          path: req.originalUrl.split('?')[0],
          status: res.statusCode,
          ms: Math.round((performance.now() - startedAt) * 10) / 10,
          ...(req.user ? { userId: req.user.id } : {}),
          ...(res.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
