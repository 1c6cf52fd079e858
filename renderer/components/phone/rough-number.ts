import { callingCodes } from './countries.ts';

/** A typed number in E.164 as well as that goes without knowing the countries' rules; the server has the last word. */
export function roughNumber(typed: string, country: string): string {
  const digits = typed.replace(/[^\d+]/g, '').replace(/^00/, '+');
  const callingCode = callingCodes.get(country);
  if (!/\d/.test(digits)) return typed.trim();
  if (digits.startsWith('+') || !callingCode) return digits;
  return `+${callingCode}${digits.replace(/^0/, '')}`;
}
