import { type Db, violates } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import { record } from './activities.ts';

/** Makes an account somebody's. */
export async function claim(trx: Db, userId: number): Promise<void> {
  const claimed = await trx('accounts.users')
    .where({ id: userId })
    .whereNull('claimed_at')
    .update({ claimed_at: trx.fn.now() });
  if (claimed > 0) await record(trx, userId, 'registered');
}

/** Name, number and address are free until somebody has them: does what takes them, and tells who comes second. */
export async function firstCome<T>(taking: () => Promise<T>): Promise<T> {
  try {
    return await taking();
  } catch (error) {
    if (violates(error, 'users_username')) throw new AppError('username_taken');
    if (violates(error, 'users_phone')) throw new AppError('phone_taken');
    if (violates(error, 'users_email')) throw new AppError('registration_replaced');
    throw error;
  }
}
