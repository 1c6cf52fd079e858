import { z } from 'zod';
import { verifications } from './verification.ts';

/** Every system setting and what it may be (specification 2, section 3; decisions 1 and 9). */
export const settingSchemas = {
  maintenance_mode: z.boolean('invalid'),
  allow_registration: z.boolean('invalid'),
  email_notifications: z.boolean('invalid'),
  sms_notifications: z.boolean('invalid'),
  push_notifications: z.boolean('invalid'),
  email_verification: z.enum(verifications, 'invalid'),
  phone_verification: z.enum(verifications, 'invalid'),
};

export type SettingKey = keyof typeof settingSchemas;
export type SettingValue<Key extends SettingKey> = z.infer<(typeof settingSchemas)[Key]>;

/** All of them, as they are. */
export const SettingValues = z.object(settingSchemas);
export type SettingValues = z.infer<typeof SettingValues>;
