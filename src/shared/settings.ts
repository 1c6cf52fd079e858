import { z } from 'zod';
import { isCountry } from './countries.ts';
import { verifications } from './verification.ts';

/** Countries by their two letters (ISO 3166-1), each once and in their order. */
const CountryList = z
  .array(z.string('invalid').trim().toUpperCase(), 'invalid')
  .min(1, 'required')
  .refine((codes) => codes.every(isCountry), 'country_codes')
  .transform((codes) => [...new Set(codes)].sort());
const TextCount = z.int('texts_number').min(0, 'texts_number').max(1_000_000, 'texts_number');

/** Every system setting and what it may be (specification 2, section 3; decisions 1 and 9). */
export const settingSchemas = {
  maintenance_mode: z.boolean('invalid'),
  allow_registration: z.boolean('invalid'),
  email_notifications: z.boolean('invalid'),
  sms_notifications: z.boolean('invalid'),
  push_notifications: z.boolean('invalid'),
  email_verification: z.enum(verifications, 'invalid'),
  phone_verification: z.enum(verifications, 'invalid'),
  /** What may be texted: numbers of these countries, so many messages a day (UTC) to each country and in all. */
  sms_countries: CountryList,
  sms_per_day: TextCount,
  sms_per_country_and_day: TextCount,
};

export type SettingKey = keyof typeof settingSchemas;
export type SettingValue<Key extends SettingKey> = z.infer<(typeof settingSchemas)[Key]>;

/** All of them, as they are. */
export const SettingValues = z.object(settingSchemas);
export type SettingValues = z.infer<typeof SettingValues>;
