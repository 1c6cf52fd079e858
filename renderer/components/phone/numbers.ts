import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export interface PhoneNumber {
  /** E.164. */
  number: string;
  country: string | undefined;
  national: string;
}

/** A number as somebody in that country would write it, or with its calling code; null where there is no such number. */
export function phoneNumber(typed: string, country: string): PhoneNumber | null {
  const international = typed.trim().replace(/^00/, '+');
  const parsed = parsePhoneNumberFromString(international, {
    ...(country && { defaultCountry: country as CountryCode }),
    extract: false,
  });
  if (!parsed?.isPossible()) return null;
  return { number: parsed.number, country: parsed.country, national: parsed.formatNational() };
}
