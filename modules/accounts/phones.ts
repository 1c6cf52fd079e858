import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { AppError } from '../../src/shared/errors.ts';

/** Kinds of numbers that a code by text message reaches, and that do not cost its sender dearly. */
const reachable = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER', 'VOIP']);

/** A number in E.164 as its country writes it, where it exists there and can get text messages. Throws `invalid`. */
export function realNumber(typed: string): string {
  const phone = parsePhoneNumberFromString(typed);
  if (!phone?.isValid()) throw new AppError('invalid', { fields: { phoneNumber: 'phone_format' } });
  if (!reachable.has(phone.getType() ?? '')) throw new AppError('invalid', { fields: { phoneNumber: 'phone_mobile' } });
  return phone.number;
}
