import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { PersonalData } from '#src/platform/personal-data.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Storage } from '#src/platform/storage.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Privacy } from '../contract/index.ts';
import { type ActionRow, downloadHours, fetchable, signatureOf } from '../requests/requests.ts';

interface Dependencies {
  db: Db;
  secrets: Secrets;
  storage: Storage;
  accounts: Pick<Accounts, 'personOf' | 'identityData'>;
  /** What the other modules hold of people. */
  holders: readonly PersonalData[];
}

type Exports = Pick<Privacy, 'download' | 'buildExport' | 'failExport' | 'forgetExports'>;

/** A copy of everything that is held of a person, as one JSON file (decision 7). */
export function createExports({ db, secrets, storage, accounts, holders }: Dependencies): Exports {
  const close = (id: number, status: 'completed' | 'failed', key: string | null) =>
    db('privacy.account_actions')
      .where({ id, status: 'processing' })
      .update({ status, completed_at: db.fn.now(), file_key: key });

  return {
    async download({ id: userId }, actionId, signature) {
      const expected = Buffer.from(signatureOf(secrets, actionId));
      const given = Buffer.from(signature);
      const [row] = await db('privacy.account_actions')
        .where({ id: actionId, user_id: userId })
        .select<ActionRow[]>('*', db.raw(fetchable));
      const signed = given.length === expected.length && timingSafeEqual(given, expected);
      if (!row?.fetchable || !signed) throw new AppError('not_found');
      if (!row.file_key) return { state: 'building' };
      const file = await storage.get(row.file_key);
      if (!file) throw new AppError('not_found');
      return { state: 'ready', file, name: `podium-${row.requested_at.toISOString().slice(0, 10)}.json` };
    },

    async buildExport(actionId) {
      const action = await db<ActionRow>('privacy.account_actions')
        .where({ id: actionId, status: 'processing', action_type: 'data_export' })
        .first();
      if (!action || action.file_key) return;
      const person = await accounts.personOf(db, action.user_id);
      if (!person) return;
      const parts = await Promise.all(holders.map((holder) => holder.dataOf(db, person)));
      const contents = {
        exportedAt: new Date().toISOString(),
        ...(await accounts.identityData(db, person.id)),
        requests: await requestsOf(db, person.id),
        ...Object.assign({}, ...parts),
      };
      const key = `exports/${actionId}-${randomBytes(16).toString('hex')}.json`;
      await storage.put(key, Buffer.from(JSON.stringify(contents, null, 2)), 'application/json');
      // Another try was quicker: its file is the one that is known.
      if ((await close(actionId, 'completed', key)) === 0) await storage.remove(key);
    },

    async failExport(actionId) {
      await close(actionId, 'failed', null);
    },

    async forgetExports() {
      const stale = await db<ActionRow>('privacy.account_actions')
        .whereNotNull('file_key')
        .whereRaw(`approved_at <= now() - interval '${downloadHours} hours'`)
        .select('id', 'file_key');
      for (const { id, file_key } of stale) {
        await storage.remove(file_key as string);
        await db('privacy.account_actions').where({ id }).update({ file_key: null });
      }
    },
  };
}

const requestsOf = (db: Db, userId: number) =>
  db('privacy.account_actions')
    .where({ user_id: userId })
    .orderBy('id')
    .select('action_type as type', 'status', 'reason', 'requested_at as requestedAt');
