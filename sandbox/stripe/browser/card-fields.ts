// What may be entered into the three fields, how it is written while typing, and what is wrong with it.
import { brandOf, lengths, passesLuhn } from '../cards.ts';
import type { Texts } from './texts.ts';

export type FieldName = 'number' | 'expiry' | 'cvc';
export const fieldNames: FieldName[] = ['number', 'expiry', 'cvc'];
export type Entries = Record<FieldName, string>;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Groups the number by four (American Express: 4, 6, 5), puts the stroke into the date, and takes only digits. */
export function written(field: FieldName, text: string, entries: Entries): string {
  const digits = digitsOf(text);
  const { number, cvc } = lengths(brandOf(digitsOf(entries.number)));
  if (field === 'cvc') return digits.slice(0, cvc);
  if (field === 'number') {
    const groups = number === 15 ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/;
    return (groups.exec(digits.slice(0, number)) ?? []).slice(1).filter(Boolean).join(' ');
  }
  return writtenDate(text);
}

function writtenDate(text: string): string {
  // With a stroke the month may have one digit, and the year four, as browsers fill it in.
  const [, month, year] = /^(\d{1,2})\s*\/\s*(?:20(?=\d\d))?(\d{0,2})/.exec(text.trim()) ?? [];
  if (month !== undefined) return `${month.padStart(2, '0')} / ${year}`;
  const digits = digitsOf(text);
  const date = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return date.length < 2 ? date : `${date.slice(0, 2)} / ${date.slice(2, 4)}`;
}

export type Problem = Extract<keyof Texts, `${'incomplete' | 'invalid'}_${string}`>;

/** What is wrong with a field, if anything. An empty one is incomplete. */
export function problemOf(field: FieldName, entries: Entries, today = new Date()): Problem | null {
  const digits = digitsOf(entries[field]);
  const { number, cvc } = lengths(brandOf(digitsOf(entries.number)));
  if (field === 'cvc') return digits.length < cvc ? 'incomplete_cvc' : null;
  if (field === 'number') {
    if (digits.length < number) return 'incomplete_number';
    return passesLuhn(digits) ? null : 'invalid_number';
  }
  if (digits.length < 4) return 'incomplete_expiry';
  const { month, year } = dateOf(entries);
  if (month < 1 || month > 12) return 'invalid_expiry_month';
  if (year < today.getFullYear()) return 'invalid_expiry_year_past';
  return year === today.getFullYear() && month <= today.getMonth() ? 'invalid_expiry_month_past' : null;
}

function dateOf({ expiry }: Entries): { month: number; year: number } {
  const digits = digitsOf(expiry);
  return { month: Number(digits.slice(0, 2)), year: 2_000 + Number(digits.slice(2)) };
}

/** As the API takes it. */
export function parametersOf(entries: Entries): Record<string, string> {
  const { month, year } = dateOf(entries);
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(entries.number),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': entries.cvc,
  };
}
