import { describe, expect, it } from 'vitest';
import { parseEnv } from './env.ts';

const needed = {
  PUBLIC_URL: 'https://podium.example',
  DATABASE_URL: 'postgres://podium:database-password@db.example/podium',
  REDIS_URL: 'rediss://:redis-password@redis.example',
  APP_SECRET: 'app-secret-of-at-least-32-characters',
  SMTP_URL: 'smtps://mailer:smtp-password@mail.example',
  MAIL_FROM: 'Podium <podium@podium.example>',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_FROM: '+15005550006',
  S3_BUCKET: 'podium',
  S3_ACCESS_KEY_ID: 'key-id',
  S3_SECRET_ACCESS_KEY: 'key-secret',
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_signing',
};

/** What the error says, one line a variable. */
function complaints(source: Record<string, string | undefined>): string[] {
  try {
    parseEnv(source);
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => line.startsWith('  '));
  }
  return [];
}
const named = (source: Record<string, string | undefined>) =>
  complaints(source).map((line) => line.trim().split(':')[0]);

describe('the environment', () => {
  it('needs what names no service of its own, and fills in the others', () => {
    expect(parseEnv(needed)).toMatchObject({
      ...needed,
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: 3000,
      DATABASE_POOL: 10,
      LOG_LEVEL: 'info',
      TRUST_PROXY: 0,
    });
  });

  it('gives numbers as numbers', () => {
    expect(parseEnv({ ...needed, PORT: '8080', DATABASE_POOL: '25', TRUST_PROXY: '2' })).toMatchObject({
      PORT: 8080,
      DATABASE_POOL: 25,
      TRUST_PROXY: 2,
    });
  });

  it('names every variable that is missing, at once', () => {
    expect(named({}).toSorted()).toEqual(Object.keys(needed).toSorted());
    for (const line of complaints({})) expect(line).toMatch(/is missing$/);
  });

  it.each([
    ['NODE_ENV', 'development'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'podium.example'],
    ['PUBLIC_URL', 'ftp://podium.example'],
    ['DATABASE_URL', 'mysql://db.example/podium'],
    ['DATABASE_POOL', '0'],
    ['REDIS_URL', 'http://redis.example'],
    ['APP_SECRET', 'x'.repeat(31)],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'x'],
    ['TWILIO_ACCOUNT_SID', 'SK0123456789abcdef0123456789abcdef'],
    ['TWILIO_AUTH_TOKEN', 'short'],
    ['TWILIO_FROM', '15005550006123'],
    ['TWILIO_API_URL', 'twilio.example'],
    ['S3_BUCKET', 'x'],
    ['S3_ENDPOINT', 'files.example'],
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_secret'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_public'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_JS_URL', 'js.stripe.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '-1'],
  ])('does not take %s=%s', (name, value) => {
    expect(named({ ...needed, [name]: value })).toEqual([name]);
    expect(complaints({ ...needed, [name]: value })[0]).not.toContain('is missing');
  });

  it('takes an empty variable for a missing one', () => {
    expect(complaints({ ...needed, MAIL_FROM: '' })).toEqual([expect.stringMatching(/MAIL_FROM: is missing$/)]);
    expect(parseEnv({ ...needed, PORT: '', TRUST_PROXY: '' })).toMatchObject({ PORT: 3000, TRUST_PROXY: 0 });
  });

  it('never prints a value', () => {
    const wrong = {
      NODE_ENV: 'value-of-mode',
      PORT: 'value-of-port',
      PUBLIC_URL: 'value-of-url',
      DATABASE_URL: 'mysql://value-of-database',
      REDIS_URL: 'value-of-redis',
      APP_SECRET: 'value-of-secret',
      SMTP_URL: 'https://value-of-smtp',
      TWILIO_ACCOUNT_SID: 'value-of-sid',
      TWILIO_AUTH_TOKEN: 'value-o',
      TWILIO_FROM: 'value-of-sender',
      TWILIO_API_URL: 'value-of-api',
      STRIPE_SECRET_KEY: 'value-of-key',
      LOG_LEVEL: 'value-of-level',
    };
    expect(named(wrong).toSorted()).toEqual(
      [
        ...Object.keys(wrong),
        ...['MAIL_FROM', 'S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
        ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
      ].toSorted(),
    );
    expect(complaints(wrong).join('\n')).not.toContain('value-of');
    expect(() => parseEnv(wrong)).not.toThrow(/value-of/);
  });
});
