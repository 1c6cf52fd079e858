import { z } from 'zod';
import type { EqualTime } from '#src/platform/equal-time.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { Email } from '#src/shared/texts.ts';
import type { Subscriptions, Unsubscribing } from '../contract/index.ts';

/** What is sealed into a token. Its one field's name keeps it apart from whatever else is sealed. */
const Sealed = z.strictObject({ unsubscribe: Email });

/**
 * The links of marketing mails. A token is the address itself, sealed: nothing is stored for it, it still works when the
 * subscription was erased and asked for anew, and no log or history shows the address.
 */
export function createUnsubscribing(
  secrets: Secrets,
  equalTime: EqualTime,
  optOut: Subscriptions['optOut'],
): Unsubscribing {
  const addressIn = (token: string): string | undefined => {
    try {
      return Sealed.parse(secrets.unseal(Buffer.from(token, 'base64url'))).unsubscribe;
    } catch {
      return undefined; // not one of ours
    }
  };
  return {
    unsubscribeToken: (address) =>
      secrets.seal({ unsubscribe: address } satisfies z.infer<typeof Sealed>).toString('base64url'),

    unsubscribe: (token) =>
      equalTime(async () => {
        const email = addressIn(token);
        if (email) await optOut({ optOutType: 'email', email });
      }),
  };
}
