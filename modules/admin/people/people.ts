import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { SharedCard } from '#modules/payments/contract/cards.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Privacy } from '#modules/privacy/contract/index.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { AdminPeople, SharedCardGroup } from '../contract/people.ts';

export interface PeopleDependencies {
  db: Db;
  accounts: Pick<Accounts, 'accounts' | 'account' | 'usernamesOf'>;
  payments: Pick<Payments, 'sharingCards' | 'sharedCards'>;
  prizes: Pick<Prizes, 'owedAmong'>;
  privacy: Pick<Privacy, 'openRequestsOf' | 'waitingDeletions'>;
  voting: Pick<Voting, 'voterTotals' | 'voterTotalsOf'>;
}

/** Accounts with what their people have done: voted, won, paid with, asked for. */
export function createPeople({ db, accounts, payments, prizes, privacy, voting }: PeopleDependencies): AdminPeople {
  const named = async (groups: SharedCard[]): Promise<SharedCardGroup[]> => {
    const names = await accounts.usernamesOf(db, [...new Set(groups.flatMap(({ userIds }) => userIds))]);
    return groups.map(({ userIds, ...card }) => ({
      ...card,
      users: userIds.map((id) => ({ id, username: names.get(id) ?? null })),
    }));
  };

  return {
    async users({ state, ...query }) {
      const found = await accounts.accounts(
        db,
        state === 'deletion_requested' ? { ...query, among: await privacy.waitingDeletions(db) } : { ...query, state },
      );
      const totals = await voting.voterTotalsOf(
        db,
        found.items.map(({ id }) => id),
      );
      const items = found.items.map((account) => {
        const { totalVotes = 0, totalSpent = 0, lastVoteAt = null } = totals.get(account.id) ?? {};
        return { ...account, totalVotes, totalSpent, lastVoteAt };
      });
      return { ...found, items };
    },

    async adminUser(id) {
      const [account, totals, owed, openActions, sharedCards] = await Promise.all([
        accounts.account(db, id),
        voting.voterTotals(db, id),
        prizes.owedAmong(db, [id]),
        privacy.openRequestsOf(db, id),
        payments.sharingCards(db, id).then(named),
      ]);
      return { ...account, ...totals, openActions, awardsOpen: owed.has(id), sharedCards };
    },

    async cardGroups(page) {
      const found = await payments.sharedCards(db, page);
      return { ...found, items: await named(found.items) };
    },
  };
}
