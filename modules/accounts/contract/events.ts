import { z } from 'zod';
import { defineEvent } from '#src/shared/events.ts';

/**
 * Somebody has another e-mail address, phone number or password. What was asked for before `at` (by the database's clock) may
 * have been asked by whoever had the old one.
 */
export const credentialsChanged = defineEvent(
  'accounts.credentials-changed',
  z.strictObject({ userId: z.int(), at: z.iso.datetime() }),
);
