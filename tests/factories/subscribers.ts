import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';

/** An address that nobody else has. */
export const newAddress = () => `subscriber-${randomUUID()}@example.org`;

/** An address whose owner has confirmed what to be sent; gives the address. */
export async function subscribe(
  db: Db,
  { address = newAddress(), channel = 'email' as 'email' | 'sms', marketing = true, language = 'en' as Language } = {},
): Promise<string> {
  await db('notifications.subscriptions').insert({
    ...{ channel, address, service: true, marketing, language },
    ...{ privacy_version: 'test', terms_version: 'test' },
  });
  return address;
}
