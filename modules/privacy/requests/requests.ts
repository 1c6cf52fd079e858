import { codeMinutes } from '#modules/accounts/contract/codes.ts';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { violates } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AccountAction, ActionType, Privacy } from '../contract/index.ts';
import { buildExport } from '../jobs.ts';

/** How long an export may be fetched (decision 7). */
export const downloadHours = 24;

export interface ActionRow {
  id: number;
  user_id: number;
  action_type: ActionType;
  status: AccountAction['status'];
  requested_at: Date;
  email_verified_at: Date | null;
  phone_verified_at: Date | null;
  approved_at: Date | null;
  completed_at: Date | null;
  file_key: string | null;
  /** Selected beside the columns: the file may be fetched. */
  fetchable: boolean;
}

interface Dependencies {
  db: Db;
  accounts: Pick<Accounts, 'heldPerson' | 'issueCode' | 'redeemCode'>;
  secrets: Secrets;
  notifications: Pick<Notifications, 'send'>;
}

/** A code proves the request of its own kind: what confirms an export can delete nothing. */
const purposes = {
  data_export: { email: 'export_email', phone: 'export_phone' },
  account_deletion: { email: 'deletion_email', phone: 'deletion_phone' },
} as const;

type Requests = Pick<
  Privacy,
  'requestAction' | 'verifyAction' | 'actionsOf' | 'cancelAction' | 'cancelRequests' | 'openRequestsOf'
>;

export const fetchable = `(action_type = 'data_export' and approved_at is not null and status in ('processing', 'completed')
  and approved_at > now() - interval '${downloadHours} hours') as fetchable`;

/** What somebody asks for about the whole account: each needs both addresses proved by a code of its own (decision 7). */
export function createRequests({ db, accounts, secrets, notifications }: Dependencies): Requests {
  const present = presenter(secrets);
  const rowsOf = (trx: Db, userId: number) =>
    trx('privacy.account_actions').where({ user_id: userId }).select<ActionRow[]>('*', trx.raw(fetchable));
  const one = async (trx: Db, userId: number, id: number): Promise<ActionRow> => {
    const [row] = await rowsOf(trx, userId).where({ id });
    if (!row) throw new AppError('not_found');
    return row;
  };

  return {
    async requestAction({ id: userId }, type, reason, language) {
      try {
        return await db.transaction(async (trx) => {
          // Locked, so that no code goes to an address that is being changed.
          const { email, phoneNumber } = await accounts.heldPerson(trx, userId);
          if (!phoneNumber) throw new AppError('phone_missing');
          const [row] = await trx('privacy.account_actions')
            .insert({ user_id: userId, action_type: type, reason, requested_at: trx.raw('clock_timestamp()') })
            .returning<{ id: number }[]>('id');
          const issue = (by: 'email' | 'phone', address: string) =>
            accounts.issueCode(trx, { userId, purpose: purposes[type][by], address, pause: false });
          const byMail = await issue('email', email);
          const bySms = await issue('phone', phoneNumber);
          const template = 'account_action_code';
          const values = { minutes: codeMinutes, action: type };
          if (byMail) {
            const { code, expiresAt } = byMail;
            await notifications.send(trx, {
              template,
              to: email,
              language,
              values: { ...values, code },
              expiresAt,
            });
          }
          let smsSent = false;
          if (bySms) {
            const { code, expiresAt } = bySms;
            const message = { template, to: phoneNumber, language, values: { ...values, code }, expiresAt } as const;
            smsSent = await notifications.send(trx, { channel: 'sms', ...message });
          }
          return { id: (row as { id: number }).id, emailSent: byMail !== null, smsSent };
        });
      } catch (error) {
        if (violates(error, 'account_actions_open')) throw new AppError('action_open');
        throw error;
      }
    },

    async verifyAction({ id: userId }, { actionId, emailCode, phoneCode }) {
      const action = await one(db, userId, actionId);
      if (action.status !== 'pending') throw new AppError('not_found');
      const prove = (by: 'email' | 'phone', code: string | undefined) =>
        code &&
        accounts.redeemCode(db, { userId, purpose: purposes[action.action_type][by], code }, (trx) =>
          trx('privacy.account_actions')
            .where({ id: actionId, status: 'pending' })
            .update({ [`${by}_verified_at`]: trx.fn.now() }),
        );
      await prove('email', emailCode);
      await prove('phone', phoneCode);
      // Whoever completes the pair goes on, once: the two codes may come in at the same moment.
      await db.transaction(async (trx) => {
        const [completed] = await trx('privacy.account_actions')
          .where({ id: actionId, status: 'pending' })
          .whereNotNull('email_verified_at')
          .whereNotNull('phone_verified_at')
          .update({
            status: 'processing',
            approved_at: trx.raw("case when action_type = 'data_export' then now() end"),
          })
          .returning<Pick<ActionRow, 'action_type'>[]>('action_type');
        if (completed?.action_type === 'data_export') await enqueue(trx, buildExport, { actionId });
      });
      return present(await one(db, userId, actionId));
    },

    async actionsOf(userId) {
      return (await rowsOf(db, userId).orderBy('id', 'desc')).map(present);
    },

    async cancelAction({ id: userId }, actionId) {
      const cancelled = await db('privacy.account_actions')
        .where({ id: actionId, user_id: userId })
        .where((open) =>
          open.where({ status: 'pending' }).orWhere({ status: 'processing', action_type: 'account_deletion' }),
        )
        .update({ status: 'cancelled', completed_at: db.fn.now() });
      if (cancelled === 0) throw new AppError('not_found');
      return present(await one(db, userId, actionId));
    },

    async cancelRequests(userId, before) {
      await db('privacy.account_actions')
        .where({ user_id: userId, status: 'pending' })
        .where('requested_at', '<=', before)
        .update({ status: 'cancelled', completed_at: db.fn.now() });
    },

    async openRequestsOf(trx, userId) {
      const open = await rowsOf(trx, userId).whereIn('status', ['pending', 'processing']).orderBy('id');
      return open.map(({ id, action_type: actionType, status, requested_at }) => ({
        ...{ id, actionType, status, requestedAt: requested_at.toISOString() },
      }));
    },
  };
}

const presenter =
  (secrets: Secrets) =>
  (row: ActionRow): AccountAction => ({
    id: row.id,
    actionType: row.action_type,
    status: row.status,
    requestedAt: row.requested_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    emailVerified: row.email_verified_at !== null,
    phoneVerified: row.phone_verified_at !== null,
    adminApproved: row.approved_at !== null,
    downloadUrl: row.fetchable ? `/api/account/exports/${row.id}?signature=${signatureOf(secrets, row.id)}` : null,
  });

/** Signs an export's address, so that numbers tried in a row lead nowhere even within a session. */
export const signatureOf = (secrets: Secrets, actionId: number) =>
  secrets.digest('export', String(actionId)).toString('base64url');
