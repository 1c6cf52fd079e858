import { audit, changesOf } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { UserAdministration } from '../contract/admin.ts';
import { UserModel } from '../identity/models.ts';
import type { CodeSending } from '../signup/sending.ts';
import { asAdmin, tellOfNewAdmin } from './admins.ts';
import { addUser } from './new-users.ts';

type Changes = Pick<UserAdministration, 'createUser' | 'changeUser' | 'endSessions' | 'resendCodeTo'>;

/** Does something to somebody who has not been erased; nobody else changes the account meanwhile. */
const change = (db: Db, admin: Viewer, id: number, act: (trx: Db, user: UserModel) => Promise<void>) =>
  db.transaction(async (trx) => {
    await asAdmin(trx, admin);
    const user = await UserModel.query(trx).findById(id).whereNull('erased_at').forUpdate();
    if (!user) throw new AppError('not_found');
    await act(trx, user);
  });

/** What admins do to accounts; each deed with its entry in the audit. */
export function createUserAdministration(sending: CodeSending): Changes {
  return {
    async createUser(db, admin, input) {
      return addUser(db, { ...input, actor: admin, first: (trx) => asAdmin(trx, admin) });
    },

    async changeUser(db, admin, id, { reason, ...wanted }) {
      await change(db, admin, id, async (trx, user) => {
        const before = { role: user.role, kycStatus: user.kycStatus, suspended: user.suspendedAt !== null };
        const after = { ...before, ...wanted };
        const changes = changesOf(before, after);
        if (!changes) return;
        if (id === admin.id) throw new AppError('own_account');
        if (!user.claimedAt) throw new AppError('account_unverified'); // registered once more, it would be somebody else's
        const suspends = after.suspended && !before.suspended;
        if (suspends && !reason) throw new AppError('invalid', { fields: { reason: 'required' } });
        const suspension = suspends
          ? {
              suspended_at: trx.fn.now(),
              suspended_reason: reason,
              session_version: trx.raw('session_version + 1'), // sessions stay ended when the account is given back
            }
          : !after.suspended && { suspended_at: null, suspended_reason: null };
        await trx('accounts.users')
          .where({ id })
          .update({ role: after.role, kyc_status: after.kycStatus, ...suspension });
        await audit(trx, {
          ...{ actor: admin, action: 'user_updated', subject: { kind: 'user', id } },
          before: changes.before,
          after: { ...changes.after, ...(reason && { reason }) },
        });
        if (changes.after.role === 'admin') await tellOfNewAdmin(trx, id, admin);
      });
    },

    async endSessions(db, admin, id) {
      await change(db, admin, id, async (trx) => {
        await trx('accounts.users')
          .where({ id })
          .update({ session_version: trx.raw('session_version + 1') });
        await audit(trx, { actor: admin, action: 'user_sessions_ended', subject: { kind: 'user', id } });
      });
    },

    async resendCodeTo(db, admin, id, type, language) {
      const policy = await sending.policy();
      await change(db, admin, id, async (trx, user) => {
        await sending.sendAgain(trx, user, type, { policy, language: user.preferredLanguage ?? language });
        await audit(trx, { actor: admin, action: 'user_code_resent', subject: { kind: 'user', id }, after: { type } });
      });
    },
  };
}
