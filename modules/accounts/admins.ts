import type { Db } from '../../src/platform/db.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Viewer } from '../../src/shared/viewer.ts';

/**
 * Begins a change of an account by an admin, in the change's transaction: one at a time over all processes, and by nobody
 * who has just ceased to be one. Since nobody decides about himself or herself, an admin is always left. Throws `forbidden`.
 */
export async function asAdmin(trx: Db, { id }: Viewer): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtextextended('changes of accounts', 0))");
  const still = await trx('accounts.users').where({ id, role: 'admin' }).whereNull('suspended_at').first('id');
  if (!still) throw new AppError('forbidden');
}
