import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Language } from '#src/shared/languages.ts';
import type { SessionStart } from '#src/shared/viewer.ts';
import { type Codes, codeMinutes } from '../contract/codes.ts';
import type { ContactKind, Profiles } from '../contract/profile.ts';
import { record } from '../identity/activities.ts';
import { firstCome } from '../identity/claims.ts';
import type { Endings } from '../identity/endings.ts';
import { accountsOf, UserModel } from '../identity/models.ts';

interface Dependencies {
  db: Db;
  codes: Codes;
  endings: Endings;
  notifications: Pick<Notifications, 'send'>;
}

const purposes = { email: 'email_change', phone: 'phone_change' } as const;

/** Another e-mail address or phone number: it takes the old one's place when a code sent to it comes back (decision 1). */
export function createContacts({ db, codes, endings, notifications }: Dependencies) {
  /** What waits for its code: the newest one of its kind, while it is valid. */
  const pending = async (userId: number): Promise<Record<ContactKind, string | null>> => {
    const rows = await db('accounts.codes')
      .where({ user_id: userId })
      .whereIn('purpose', Object.values(purposes))
      .whereNull('used_at')
      .whereNull('replaced_at')
      .where('expires_at', '>', db.fn.now())
      .select<{ purpose: string; address: string }[]>('purpose', 'address');
    const addressOf = (purpose: string) => rows.find((row) => row.purpose === purpose)?.address ?? null;
    return { email: addressOf('email_change'), phone: addressOf('phone_change') };
  };

  /** Sends a code to the new address. For one that is somebody else's nothing is sent, and nothing is told. */
  const begin = async (userId: number, kind: ContactKind, address: string, language: Language): Promise<void> => {
    await db.transaction(async (trx) => {
      const issued = await codes.issueCode(trx, { userId, purpose: purposes[kind], address, pause: false });
      const taken = kind === 'email' && (await accountsOf(trx, address)).owner;
      if (!issued || taken) return;
      const { code, expiresAt } = issued;
      const values = { code, minutes: codeMinutes };
      await notifications.send(
        trx,
        kind === 'email'
          ? {
              template: 'verification_code',
              to: address,
              language,
              values,
              expiresAt,
            }
          : { channel: 'sms', template: 'verification_code', to: address, language, values, expiresAt },
      );
    });
  };

  const confirm: Profiles['confirmContact'] = (viewer, { type, code }, language) =>
    firstCome(() =>
      codes.redeemCode(db, { userId: viewer.id, purpose: purposes[type], code }, async (trx, address) => {
        const before = await UserModel.query(trx).findById(viewer.id).throwIfNotFound();
        const proved =
          type === 'email'
            ? { email: address, email_verified_at: trx.fn.now() }
            : { phone_number: address, phone_verified_at: trx.fn.now() };
        const [signIn] = await trx('accounts.users')
          .where({ id: viewer.id })
          .update({ ...proved, session_version: trx.raw('session_version + 1') })
          .returning<SessionStart[]>(['id', 'session_version as sessionVersion']);
        await endings(trx, viewer.id, { kind: type, address: type === 'email' ? before.email : before.phoneNumber });
        await record(trx, viewer.id, type === 'email' ? 'email_changed' : 'phone_changed');
        // The old address is told: whoever reads it would notice a change that was not theirs.
        await notifications.send(trx, {
          template: 'contact_changed',
          to: before.email,
          language,
          values: { kind: type },
        });
        return signIn as SessionStart;
      }),
    );

  return { pending, begin, confirm };
}

export type Contacts = ReturnType<typeof createContacts>;
