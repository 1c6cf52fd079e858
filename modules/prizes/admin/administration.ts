import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';
import { AppError } from '#src/shared/errors.ts';
import { decimalAmount } from '#src/shared/money.ts';
import { orderOf, pageFrom, tablePageSize } from '#src/shared/paging.ts';
import { type AwardRow, stateOf } from '../awards/awards.ts';
import type { AwardAdministration, AwardsFilter } from '../contract/admin.ts';
import type { AwardState } from '../contract/index.ts';
import { kycFromCents } from '../rules/awards.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'titlesOf'>;
  payments: Pick<Payments, 'bookAward'>;
  accounts: Pick<Accounts, 'contactsOf' | 'kycStatusesOf' | 'peopleLike' | 'usernamesOf'>;
}

type StatedRow = AwardRow & { state: AwardState };

const columns = { id: 'id', cents: 'cents', payableAt: 'payable_at' } as const;

/** Awards of an export that are read at once. */
const batch = 1_000;

/** What is owed to winners, and what becomes of it. Money is not sent out by the product. */
export function createAdministration({ db, voting, payments, accounts }: Dependencies): AwardAdministration {
  /** Awards with where they stand, as `stateOf` tells it of one, that a filter leaves. */
  const narrowed = async ({ q, state, topicId, userId }: AwardsFilter) => {
    const large = await db('prizes.awards')
      .where({ status: 'owed' })
      .where('cents', '>=', kycFromCents)
      .distinct()
      .pluck<number[]>('user_id');
    const verified = [...(await accounts.kycStatusesOf(db, large))].filter(([, status]) => status === 'verified');
    const awardId = Number(/^#?(\d{1,15})$/.exec(q)?.[1] ?? 0);
    const winners = q && !awardId ? await accounts.peopleLike(db, q) : [];
    return () => {
      const query = db.from<StatedRow>(
        db.raw(
          `(select *, case when status <> 'owed' then status
                           when cents >= ? and user_id <> all(?) then 'kyc'
                           when payable_at > clock_timestamp() then 'waiting'
                           else 'payable' end as state
              from prizes.awards) as award`,
          [kycFromCents, verified.map(([id]) => id)],
        ),
      );
      if (awardId) query.where({ id: awardId });
      else if (q) query.whereRaw('user_id = any(?)', [winners]);
      if (state) query.where({ state });
      if (topicId) query.where({ topic_id: topicId });
      if (userId) query.where({ user_id: userId });
      return query;
    };
  };

  async function* lines(filter: AwardsFilter): AsyncGenerator<string> {
    const wanted = await narrowed(filter);
    yield byteOrderMark +
      csvLine([
        ...['id', 'winner id', 'winner', 'e-mail', 'us dollars', 'payable at', 'identity', 'state', 'decided at'],
        ...['reason', 'topic id', 'places', 'place'],
      ]);
    for (let last = 0; ; ) {
      const rows: StatedRow[] = await wanted().where('id', '>', last).orderBy('id').limit(batch);
      const ids = rows.map(({ user_id }) => user_id);
      const [contacts, kyc] = await Promise.all([accounts.contactsOf(db, ids), accounts.kycStatusesOf(db, ids)]);
      const line = ({
        id,
        user_id,
        cents,
        payable_at,
        state,
        decided_at,
        reason,
        topic_id,
        tier,
        place,
      }: StatedRow) => {
        const { username, email } = contacts.get(user_id) ?? {};
        return csvLine([
          ...[id, user_id, username, email, decimalAmount(cents, 'USD'), payable_at.toISOString(), kyc.get(user_id)],
          ...[state, decided_at?.toISOString(), reason, topic_id, tier, place],
        ]);
      };
      yield rows.map(line).join('');
      if (rows.length < batch) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** Changes an award that nobody else changes meanwhile, with what the change says of itself. */
  const decide = (
    awardId: number,
    change: (trx: Db, award: AwardRow, state: AwardState) => Promise<{ status: 'paid' | 'withheld' } & object>,
  ) =>
    db.transaction(async (trx) => {
      const award = await trx('prizes.awards')
        .where({ id: awardId })
        .forUpdate()
        .first<(AwardRow & { now: Date }) | undefined>('*', trx.raw('clock_timestamp() as now'));
      if (!award) throw new AppError('not_found');
      const kyc = await accounts.kycStatusesOf(trx, [award.user_id]);
      const changed = await change(trx, award, stateOf(award, kyc.get(award.user_id), award.now));
      await trx('prizes.awards')
        .where({ id: awardId })
        .update({ ...changed, decided_at: trx.fn.now() });
    });

  return {
    async awards({ page, sort, ...filter }) {
      const wanted = await narrowed(filter);
      const { column, direction } = orderOf(sort);
      const [rows, [counted]] = await Promise.all([
        wanted()
          .orderBy([
            { column: columns[column], order: direction },
            { column: 'id', order: 'desc' },
          ])
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize) as Promise<StatedRow[]>,
        wanted().count({ total: '*' }),
      ]);
      const userIds = rows.map(({ user_id }) => user_id);
      const [topics, usernames, kyc] = await Promise.all([
        voting.titlesOf(
          db,
          rows.map(({ topic_id }) => topic_id),
        ),
        accounts.usernamesOf(db, userIds),
        accounts.kycStatusesOf(db, userIds),
      ]);
      const items = rows.map(({ id, user_id: userId, topic_id: topicId, tier, place, ...award }) => ({
        ...{ id, topicId, tier: tierOfSize(tier), place, userId },
        ...{ accuracy: award.accuracy, cents: award.cents, state: award.state, reason: award.reason },
        topic: topics.get(topicId) ?? null,
        username: usernames.get(userId) ?? null,
        kycStatus: kyc.get(userId) ?? 'none',
        payableAt: award.payable_at.toISOString(),
        decidedAt: award.decided_at?.toISOString() ?? null,
      }));
      return pageFrom(items, Number(counted?.total ?? 0), page);
    },

    async exportAwards(admin, filter) {
      const after = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
      await audit(db, { actor: admin, action: 'awards_exported', subject: { kind: 'award', id: 'csv' }, after });
      return lines(filter);
    },

    markPaid: (admin, awardId) =>
      decide(awardId, async (trx, award, state) => {
        if (state !== 'payable') throw new AppError('award_not_payable');
        await payments.bookAward(trx, 'payout', award);
        await audit(trx, {
          actor: admin,
          action: 'award_paid',
          subject: { kind: 'award', id: awardId },
          before: { state },
          after: { state: 'paid', cents: award.cents },
        });
        return { status: 'paid', decided_by: admin.id };
      }),

    withhold: (admin, awardId, reason) =>
      decide(awardId, async (trx, award, state) => {
        if (award.status !== 'owed') throw new AppError('award_decided');
        await payments.bookAward(trx, 'award_withheld', award);
        await audit(trx, {
          actor: admin,
          action: 'award_withheld',
          subject: { kind: 'award', id: awardId },
          before: { state },
          after: { state: 'withheld', cents: award.cents, reason },
        });
        return { status: 'withheld', decided_by: admin.id, reason };
      }),
  };
}
