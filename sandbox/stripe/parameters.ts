// Reads a call's parameters and refuses what Stripe refuses.
import type { Form, FormValue } from './form.ts';
import { Refusal } from './refusal.ts';

/** @throws {Refusal} for a parameter that the call does not have, and for one that it needs. */
export function check(form: Form, { known, needed = [] }: { known: string[]; needed?: string[] }): void {
  for (const name of Object.keys(form)) {
    if (name === 'payment_method_types') {
      throw new Refusal(
        400,
        'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` instead.',
        { code: 'payment_method_types_no_longer_supported', param: name },
      );
    }
    if (!known.includes(name) && name !== 'expand') {
      throw new Refusal(400, `Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
    }
  }
  for (const name of needed) {
    if (form[name] === undefined || form[name] === '') throw isMissing(name);
  }
}

export const isMissing = (name: string): Refusal =>
  new Refusal(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name });

export function text(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new Refusal(400, `Invalid string: ${JSON.stringify(value)}`, { param: name });
  return value;
}

export function integer(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new Refusal(400, `Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  }
  return Number(value);
}

export function truth(form: Form, name: string): boolean | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new Refusal(400, `Invalid boolean: ${value}`, { param: name });
  return value === 'true';
}

export function oneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  const found = values.find((one) => one === value);
  if (!found) throw new Refusal(400, `Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
  return found;
}

export function list(form: Form, name: string): string[] | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (!Array.isArray(value)) throw new Refusal(400, 'Invalid array', { param: name });
  return value.map(String);
}

export function group(form: Form, name: string): Form | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (!isForm(value)) throw new Refusal(400, 'Invalid object', { param: name });
  return value;
}

const isForm = (value: FormValue): value is Form => typeof value === 'object' && !Array.isArray(value);

/** At most 50 keys of 40 characters with values of 500. An empty value takes the key away. */
export function metadata(form: Form): Record<string, string> | undefined {
  const given = group(form, 'metadata');
  if (!given) return form.metadata === '' ? {} : undefined;
  const entries = Object.entries(given).map(([key, value]) => [key, String(value)] as const);
  if (entries.length > 50) throw new Refusal(400, 'Metadata can have up to 50 keys.', { param: 'metadata' });
  for (const [key, value] of entries) {
    if (key.length <= 40 && value.length <= 500) continue;
    throw new Refusal(400, 'Metadata keys can be up to 40 characters long and values up to 500.', {
      param: `metadata[${key}]`,
    });
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Stripe's least amounts, in the currency's smallest unit. */
const least: Record<string, number> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  krw: 100,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};
const usualLeast = 50;
const most = 99_999_999;
const currencies = new Set(Intl.supportedValuesOf('currency').map((currency) => currency.toLowerCase()));

export function money(form: Form): { amount: number; currency: string } {
  const amount = integer(form, 'amount') ?? 0;
  const currency = (text(form, 'currency') ?? '').toLowerCase();
  if (!currencies.has(currency)) {
    throw new Refusal(400, `Invalid currency: ${currency}.`, { param: 'currency' });
  }
  const amountRefused = (code: string, message: string) => new Refusal(400, message, { code, param: 'amount' });
  if (amount < 1) throw amountRefused('parameter_invalid_integer', 'This value must be greater than or equal to 1.');
  const minimum = least[currency] ?? usualLeast;
  if (amount < minimum) {
    throw amountRefused('amount_too_small', `Amount must be at least ${minimum} ${currency} in its smallest unit`);
  }
  if (amount > most) throw amountRefused('amount_too_large', `Amount must be no more than ${most}`);
  return { amount, currency };
}
