import { randomBytes } from 'node:crypto';
import type { Db } from '#src/platform/db.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { VerificationKind } from '../contract/index.ts';
import type { UserModel } from './models.ts';

export interface PasswordToken {
  user_id: number;
  registration_id: string;
  /** What a code has proved in the browser that has this token; null for a link that was mailed. */
  proved_by_code: VerificationKind | null;
}

/** What gives an account a new password, once: 32 random bytes, stored as a fingerprint, the last one alone being valid. */
export function createPasswordTokens(secrets: Secrets) {
  const fingerprint = (token: string) => secrets.digest('password reset', token);
  return {
    /** The caller holds the lock on the account. Bound to its registration: once that is replaced the token is dead. */
    async issue(
      trx: Db,
      user: Pick<UserModel, 'id' | 'registrationId'>,
      { minutes, provedByCode = null }: { minutes: number; provedByCode?: VerificationKind | null },
    ): Promise<{ token: string; expiresAt: Date }> {
      await trx('accounts.password_resets')
        .where({ user_id: user.id })
        .whereNull('used_at')
        .whereNull('replaced_at')
        .update({ replaced_at: trx.raw('clock_timestamp()') });
      const token = randomBytes(32).toString('base64url');
      const [issued] = await trx('accounts.password_resets')
        .insert({
          user_id: user.id,
          registration_id: user.registrationId,
          proved_by_code: provedByCode,
          token_hash: fingerprint(token),
          created_at: trx.raw('clock_timestamp()'),
          expires_at: trx.raw('clock_timestamp() + make_interval(mins => ?)', [minutes]),
        })
        .returning<{ expires_at: Date }[]>('expires_at');
      return { token, expiresAt: (issued as { expires_at: Date }).expires_at };
    },

    /** The row of a token that can still be used. */
    valid: (db: Db, token: string) =>
      db('accounts.password_resets')
        .where({ token_hash: fingerprint(token) })
        .whereNull('used_at')
        .whereNull('replaced_at')
        .where('expires_at', '>', db.raw('clock_timestamp()')),
  };
}

export type PasswordTokens = ReturnType<typeof createPasswordTokens>;
