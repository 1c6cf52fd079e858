import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../src/platform/db.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Notifications } from '../notifications/contract.ts';
import { codeLength, resendPauseSeconds } from './contract.ts';

export type CodePurpose =
  | 'email_verification'
  | 'phone_verification'
  | 'export_email'
  | 'export_phone'
  | 'deletion_email'
  | 'deletion_phone'
  | 'email_change'
  | 'phone_change';
/** Those that are sent as text messages. */
const bySms: CodePurpose[] = ['phone_verification', 'export_phone', 'deletion_phone', 'phone_change'];

/** Decision 1: valid 10 minutes, at most 5 tries, 10 codes of each kind per account and day. */
export const codeMinutes = 10;
const maxTries = 5;
const codesPerDay = 10;
/** Text messages cost, and the number may be a stranger's: so many codes a day, whichever accounts ask for them. */
export const codesPerNumberAndDay = 5;

interface CodeRow {
  id: number;
  address: string;
  code_hash: Buffer;
  expired: boolean;
}

/** Six-digit codes: from a CSPRNG, bound to account, purpose and address, stored hashed, the last one alone being valid. */
export function createCodes(db: Db, secrets: Secrets, { hasRoomToText }: Pick<Notifications, 'hasRoomToText'>) {
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

  /** How many codes of a purpose an account has had within a day, and for how many seconds the last one is too young. */
  const issuedTo = async (trx: Db, userId: number, purpose: CodePurpose): Promise<{ today: number; young: number }> => {
    await trx('accounts.users').where({ id: userId }).forUpdate().select('id');
    const { rows } = await trx.raw<{ rows: [{ today: number; young: number }] }>(
      `select count(*) as today,
              greatest(ceil(extract(epoch from max(created_at) - clock_timestamp()) + ?), 0)::integer as young
         from accounts.codes
        where user_id = ? and purpose = ? and created_at > clock_timestamp() - interval '1 day'`,
      [resendPauseSeconds, userId, purpose],
    );
    return rows[0];
  };

  return {
    /**
     * Throws why no code could be issued in this transaction: `too_many_requests` while the last one is too young, and
     * `codes_used_up`. For whoever may know that; anybody else is answered alike whatever becomes of the code.
     */
    async requireRoom(trx: Db, userId: number, purpose: CodePurpose, address: string): Promise<void> {
      const { today, young } = await issuedTo(trx, userId, purpose);
      const isUsedUp = today >= codesPerDay || (bySms.includes(purpose) && !(await hasRoom(trx, address)));
      if (isUsedUp) throw new AppError('codes_used_up');
      if (young > 0) throw new AppError('too_many_requests', { retryAfter: young });
    },

    /**
     * Issues a code inside the caller's transaction, whose locks on account and number make the counts exact; earlier
     * codes of the purpose end. Null when the day's codes are used up, or when `pause` is asked for and the last one is
     * too young.
     */
    async issue(
      trx: Db,
      { userId, purpose, address, pause }: { userId: number; purpose: CodePurpose; address: string; pause: boolean },
    ): Promise<{ code: string; expiresAt: Date } | null> {
      const { today, young } = await issuedTo(trx, userId, purpose);
      if (pause && young > 0) return null;
      await trx('accounts.codes')
        .where({ user_id: userId, purpose })
        .whereNull('used_at')
        .whereNull('replaced_at')
        .update({ replaced_at: trx.raw('clock_timestamp()') });
      if (today >= codesPerDay) return null;
      if (bySms.includes(purpose) && !(await hasRoom(trx, address))) return null;
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const [issued] = await trx('accounts.codes')
        .insert({
          user_id: userId,
          purpose,
          address,
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

    /**
     * Redeems a code and does what it allows for its address, together or not at all. The try is counted before anything
     * is compared, in a statement of its own, so that guesses made at once are counted one by one.
     */
    async redeem<T>(
      { userId, purpose, code }: { userId: number; purpose: CodePurpose; code: string },
      allow: (trx: Db, address: string) => Promise<T>,
    ): Promise<T> {
      const { rows } = await db.raw<{ rows: CodeRow[] }>(
        `update accounts.codes set tries = tries + 1
          where user_id = ? and purpose = ? and used_at is null and replaced_at is null and tries < ${maxTries}
          returning id, address, code_hash, expires_at <= clock_timestamp() as expired`,
        [userId, purpose],
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
  };
}

export type Codes = ReturnType<typeof createCodes>;
