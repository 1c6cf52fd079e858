import type { Db } from '#src/platform/db.ts';
import type { Accounts } from '../contract/index.ts';
import { UserModel } from '../identity/models.ts';

/** What somebody wants to read and pay in. */
export function createPreferences(db: Db) {
  return {
    async savePreferences(userId, wanted) {
      if (Object.keys(wanted).length === 0) return;
      await UserModel.query(db).findById(userId).patch(wanted);
    },
  } satisfies Pick<Accounts, 'savePreferences'>;
}
