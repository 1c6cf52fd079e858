import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Entries, problemOf, written } from './browser/card-fields.ts';
import { keys, openShop } from './shop.ts';

const { url, close } = await openShop();
afterAll(close);

describe('Stripe.js', () => {
  const window: { Stripe?: (key: string) => Record<string, (...given: unknown[]) => unknown> } = {};
  let stripe: ReturnType<NonNullable<typeof window.Stripe>> = {};
  beforeAll(async () => {
    const src = `${url}/stripe/stripe.js`;
    const script = await (await fetch(src)).text();
    vm.runInNewContext(script, { window, document: { currentScript: { src } }, URL });
    stripe = window.Stripe?.(keys.publishableKey) ?? {};
  });

  it('is what the official loader and React components look for', () => {
    expect(window.Stripe).toHaveProperty('version', 'endive');
    const needed = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', '_registerWrapper'];
    for (const name of [...needed, 'registerAppInfo']) expect(stripe[name]).toBeTypeOf('function');
    expect(() => window.Stripe?.('sk_test_secret')).toThrow('publishable key');
  });

  it.each([
    [{ clientSecret: 'pi_1_secret_2', paymentMethodTypes: ['card'] }, 'paymentMethodTypes'],
    [{ clientSecret: 'pi_1_secret_2', mode: 'payment' }, 'cannot specify both'],
    [{ clientSecret: 'pi_1' }, 'clientSecret'],
    [{ mode: 'payment' }, 'amount and currency'],
  ])('does not take %j for a payment', (options, why) => {
    expect(() => stripe.elements?.(options)).toThrow(why);
  });
});

describe('the pages of the provider', () => {
  it.each(['card-form?locale=es&scheme=dark', 'authenticate', 'controller'])(
    '%s has no inline script',
    async (page) => {
      const answer = await fetch(`${url}/stripe/${page}`);
      const html = await answer.text();
      expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('src="/stripe/')]);
      expect(html).toContain(page.includes('locale=es') ? '<html lang="es"' : '<html lang="en"');
      const [script] = /\/stripe\/[\w-]+\.js/.exec(html) ?? [];
      expect((await fetch(`${url}${script}`)).headers.get('Content-Type')).toContain('text/javascript');
    },
  );
});

describe('the card form', () => {
  const entered = (entries: Partial<Entries>): Entries => ({ number: '', expiry: '', cvc: '', ...entries });

  it.each([
    ['number', '42424242', '4242 4242'],
    ['number', '4242424242424242999', '4242 4242 4242 4242'],
    ['number', '378282246310005', '3782 822463 10005'],
    ['expiry', '1', '1'],
    ['expiry', '4', '04 / '],
    ['expiry', '12', '12 / '],
    ['expiry', '1/', '01 / '],
    ['expiry', '1230', '12 / 30'],
    ['expiry', '12/2030', '12 / 30'],
    ['expiry', '04 / 3', '04 / 3'],
    ['cvc', '12a34', '123'],
  ] as const)('writes %s %j as %j', (field, typed, text) => {
    expect(written(field, typed, entered({ [field]: typed }))).toBe(text);
  });

  it.each([
    ['number', { number: '4242' }, 'incomplete_number'],
    ['number', { number: '4242 4242 4242 4241' }, 'invalid_number'],
    ['number', { number: '4242 4242 4242 4242' }, null],
    ['expiry', { expiry: '' }, 'incomplete_expiry'],
    ['expiry', { expiry: '13 / 30' }, 'invalid_expiry_month'],
    ['expiry', { expiry: '12 / 25' }, 'invalid_expiry_year_past'],
    ['expiry', { expiry: '05 / 26' }, 'invalid_expiry_month_past'],
    ['expiry', { expiry: '06 / 26' }, null],
    ['cvc', { cvc: '12' }, 'incomplete_cvc'],
    ['cvc', { number: '3782 822463 10005', cvc: '123' }, 'incomplete_cvc'],
  ] as const)('finds in %s of %j: %s', (field, entries, problem) => {
    expect(problemOf(field, entered(entries), new Date('2026-06-15'))).toBe(problem);
  });
});
