import type { Env } from './env.ts';
import { createMailer, type Mailer } from './mail.ts';
import { createSmsGateway, type SmsGateway } from './sms.ts';
import { createStorage, type Storage } from './storage.ts';
import { createStripe, type StripeAccess } from './stripe.ts';

/** The outside services that the product uses, by their official clients. */
export interface Providers {
  mailer: Mailer;
  sms: SmsGateway;
  storage: Storage;
  stripe: StripeAccess;
}

export function createProviders(env: Env): Providers {
  return {
    mailer: createMailer(env.SMTP_URL, env.MAIL_FROM),
    sms: createSmsGateway({
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      from: env.TWILIO_FROM,
      apiUrl: env.TWILIO_API_URL,
    }),
    storage: createStorage({
      bucket: env.S3_BUCKET,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      endpoint: env.S3_ENDPOINT,
    }),
    stripe: createStripe({
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      scriptUrl: env.STRIPE_JS_URL,
      dashboardUrl: env.STRIPE_DASHBOARD_URL,
      apiUrl: env.STRIPE_API_URL,
    }),
  };
}
