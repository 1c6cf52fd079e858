import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import { type CodePurpose, type Codes, codeMinutes, type WantedCode } from '../contract/codes.ts';
import { codeLength, resendPauseSeconds } from '../contract/index.ts';

/** Those that are sent as text messages. */
const bySms: CodePurpose[] = ['phone_verification', 'export_phone', 'deletion_phone', 'phone_change'];

/**
 * Decision 1: valid 10 minutes, at most 5 tries, 10 codes of each kind per account and day; a registration is an account of
 * its own here, so that nobody uses up another's by registering the same address. Some of both are kept for the browser that
 * registered: anybody may name an address, to have it sent a code or to try one.
 */
const maxTries = 5;
const triesElsewhere = 3;
const codesPerDay = 10;
const codesElsewhere = 5;
/** Over all accounts and registrations, a mailbox gets so many codes of a kind a day, and then one in so many seconds. */
const mailsPerDay = 10;
const pauseBeyondSeconds = 60 * 60;
/** Text messages cost, and the number may be a stranger's: so many codes a day, whichever accounts ask for them. */
export const codesPerNumberAndDay = 5;

interface CodeRow {
  id: number;
  address: string;
  code_hash: Buffer;
  expired: boolean;
}

/** Six-digit codes: from a CSPRNG, bound to account, purpose and address, stored hashed, the last one alone being valid. */
export function createCodes(secrets: Secrets, { hasRoomToText }: Pick<Notifications, 'hasRoomToText'>) {
  const hash = (userId: number, purpose: CodePurpose, address: string, code: string) =>
    secrets.digest('code', `${userId}\0${purpose}\0${address.toLowerCase()}\0${code}`);

  /** Whether a number may be sent one more code today, by its own budget and by that of all text messages. */
  const hasRoom = async (trx: Db, phoneNumber: string): Promise<boolean> => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('codes to ' || ?, 0))", [phoneNumber]);
    const { rows } = await trx.raw<{ rows: [{ today: number }] }>(
      `select count(*) as today from accounts.codes
        where purpose = any(?) and address = ? and created_at > clock_timestamp() - interval '1 day'`,
      [bySms, phoneNumber],
    );
    return rows[0].today < codesPerNumberAndDay && (await hasRoomToText(trx, phoneNumber));
  };

  /** For how many seconds a mailbox that got many codes of a kind gets no other. */
  const mailboxPause = async (trx: Db, { purpose, address }: WantedCode): Promise<number> => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('codes to ' || lower(?), 0))", [address]);
    const { rows } = await trx.raw<{ rows: [{ today: number; pause: number }] }>(
      `select count(*) as today,
              greatest(ceil(extract(epoch from max(created_at) - clock_timestamp()) + ?), 0)::integer as pause
         from accounts.codes
        where purpose = ? and lower(address) = lower(?) and created_at > clock_timestamp() - interval '1 day'`,
      [pauseBeyondSeconds, purpose, address],
    );
    return rows[0].today < mailsPerDay ? 0 : rows[0].pause;
  };

  /**
   * What stands in the way of one more code: the day's codes are used up, or for how many seconds the last one is too young
   * (`young`) or the mailbox has had too many (`pause`). The locks that it takes keep this true for the transaction.
   */
  const roomFor = async (trx: Db, wanted: WantedCode) => {
    const { userId, purpose, address, elsewhere = false } = wanted;
    const [user] = await trx('accounts.users').where({ id: userId }).forUpdate().select('registration_id');
    const { rows } = await trx.raw<{ rows: [{ today: number; elsewhere: number; young: number }] }>(
      `select count(*) filter (where registration_id = :registration) as today,
              count(*) filter (where registration_id = :registration and asked_elsewhere) as elsewhere,
              greatest(ceil(extract(epoch from max(created_at) - clock_timestamp()) + :pause), 0)::integer as young
         from accounts.codes
        where user_id = :userId and purpose = :purpose and created_at > clock_timestamp() - interval '1 day'`,
      { registration: user?.registration_id, pause: resendPauseSeconds, userId, purpose },
    );
    const [{ young, ...issued }] = rows;
    const isSms = bySms.includes(purpose);
    const usedUp =
      issued.today >= codesPerDay ||
      (elsewhere && issued.elsewhere >= codesElsewhere) ||
      (isSms && !(await hasRoom(trx, address)));
    const pause = isSms ? 0 : await mailboxPause(trx, wanted);
    return { usedUp, young, pause, registrationId: user?.registration_id as string };
  };

  return {
    /**
     * Throws why no code could be issued in this transaction: `too_many_requests` while the last one is too young, and
     * `codes_used_up`. For whoever may know that; anybody else is answered alike whatever becomes of the code.
     */
    async requireRoom(trx: Db, userId: number, purpose: CodePurpose, address: string): Promise<void> {
      const { usedUp, young, pause } = await roomFor(trx, { userId, purpose, address });
      if (usedUp) throw new AppError('codes_used_up');
      const retryAfter = Math.max(young, pause);
      if (retryAfter > 0) throw new AppError('too_many_requests', { retryAfter });
    },

    async issueCode(trx, { pause: waits, ...wanted }) {
      const { userId, purpose, address, elsewhere = false } = wanted;
      const { usedUp, young, pause, registrationId } = await roomFor(trx, wanted);
      if (waits && young > 0) return null;
      const isIssued = !usedUp && pause === 0;
      await trx('accounts.codes')
        .where({ user_id: userId, purpose })
        .whereNull('used_at')
        .whereNull('replaced_at')
        .modify((earlier) => isIssued || void earlier.whereRaw('lower(address) <> lower(?)', [address]))
        .update({ replaced_at: trx.raw('clock_timestamp()') });
      if (!isIssued) return null;
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const [issued] = await trx('accounts.codes')
        .insert({
          user_id: userId,
          purpose,
          address,
          registration_id: registrationId,
          asked_elsewhere: elsewhere,
          code_hash: hash(userId, purpose, address, code),
          created_at: trx.raw('clock_timestamp()'),
          expires_at: trx.raw('clock_timestamp() + make_interval(mins => ?)', [codeMinutes]),
        })
        .returning<{ expires_at: Date }[]>('expires_at');
      return { code, expiresAt: (issued as { expires_at: Date }).expires_at };
    },

    /** Ends every open code of an account. */
    async end(trx: Db, userId: number): Promise<void> {
      await trx('accounts.codes')
        .where({ user_id: userId })
        .whereNull('used_at')
        .whereNull('replaced_at')
        .update({ replaced_at: trx.raw('clock_timestamp()') });
    },

    async redeemCode(db, { userId, purpose, code, elsewhere = false }, allow) {
      const { rows } = await db.raw<{ rows: CodeRow[] }>(
        `update accounts.codes
            set tries = tries + 1, tries_elsewhere = tries_elsewhere + (:elsewhere::boolean)::integer
          where user_id = :userId and purpose = :purpose and used_at is null and replaced_at is null
            and tries < ${maxTries} and (not :elsewhere::boolean or tries_elsewhere < ${triesElsewhere})
          returning id, address, code_hash, expires_at <= clock_timestamp() as expired`,
        { userId, purpose, elsewhere },
      );
      const [current] = rows;
      if (!current || !timingSafeEqual(current.code_hash, hash(userId, purpose, current.address, code))) {
        throw new AppError('invalid_code');
      }
      if (current.expired) throw new AppError('code_expired');
      return db.transaction(async (trx) => {
        await trx('accounts.users').where({ id: userId }).forUpdate().select('id'); // first, as `issue` does
        const used = await trx('accounts.codes')
          .where({ id: current.id })
          .whereNull('used_at')
          .whereNull('replaced_at')
          .update({ used_at: trx.raw('clock_timestamp()') });
        if (used === 0) throw new AppError('invalid_code');
        return allow(trx, current.address);
      });
    },
  } satisfies Codes & Record<string, unknown>;
}

export type CodeService = ReturnType<typeof createCodes>;
