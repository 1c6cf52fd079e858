import type { Db } from '#src/platform/db.ts';
import type { Page } from '#src/shared/paging.ts';
import type { Activity, ActivityType } from '../contract/profile.ts';

const pageSize = 20;

interface Row {
  id: number;
  activity_type: ActivityType;
  created_at: Date;
}

/** Writes down what somebody did with the account, in the transaction of what was done: nothing is written elsewhere. */
export async function record(trx: Db, userId: number, type: ActivityType): Promise<void> {
  await trx('accounts.activities').insert({ user_id: userId, activity_type: type });
}

/** Newest first, 20 a page. */
export async function activitiesOf(db: Db, userId: number, page: number): Promise<Page<Omit<Activity, 'description'>>> {
  const own = () => db('accounts.activities').where({ user_id: userId });
  const [rows, [counted]] = await Promise.all([
    own()
      .select<Row[]>('id', 'activity_type', 'created_at')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    own().count({ total: '*' }),
  ]);
  const total = Number(counted?.total ?? 0);
  return {
    items: rows.map(({ id, activity_type, created_at }) => ({
      id,
      activityType: activity_type,
      createdAt: created_at.toISOString(),
    })),
    total,
    page,
    pages: Math.ceil(total / pageSize),
  };
}
