import type { SharedCard, SharedCards } from '#modules/payments/contract/cards.ts';
import type { Prizes } from '#modules/prizes/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { SharedCardGroup, UserAdministration } from '../contract/admin.ts';
import { type Accounts, verificationKinds } from '../contract/index.ts';
import { accountsOf, UserModel } from '../identity/models.ts';
import { picturePath } from '../profile/pictures.ts';
import type { VerificationService } from '../signup/verification.ts';
import { stateOf } from './user-table.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'voterTotals'>;
  awards: Pick<Prizes, 'hasOpenAwards'>;
  cards: SharedCards;
  people: Pick<Accounts, 'usernamesOf'>;
  activities: Pick<Accounts, 'activities'>;
  verification: VerificationService;
}

/** How many of the last activities are shown. */
const shownActivities = 10;

/** All of one account that admins see, and the accounts that share a card. */
export function createUserDetail(dependencies: Dependencies): Pick<UserAdministration, 'adminUser' | 'cardGroups'> {
  const { db, voting, awards, cards, people, activities, verification } = dependencies;

  const named = async (groups: SharedCard[]): Promise<SharedCardGroup[]> => {
    const names = await people.usernamesOf(db, [...new Set(groups.flatMap(({ userIds }) => userIds))]);
    return groups.map(({ userIds, ...card }) => ({
      ...card,
      users: userIds.map((id) => ({ id, username: names.get(id) ?? null })),
    }));
  };

  const openActions = (userId: number) =>
    db('accounts.account_actions')
      .where({ user_id: userId })
      .whereIn('status', ['pending', 'processing'])
      .orderBy('id')
      .select('id', 'action_type as actionType', 'status', 'requested_at');

  return {
    async adminUser(id) {
      const user = await UserModel.query(db)
        .findById(id)
        .select('*', db.raw("to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth_text"));
      if (!user) throw new AppError('not_found');
      const [totals, awardsOpen, shared, recent, actions, policy, { owner }] = await Promise.all([
        voting.voterTotals(id),
        awards.hasOpenAwards(id),
        cards.sharingCards(id).then(named),
        activities.activities(id, 1),
        openActions(id),
        verification.policy(),
        accountsOf(db, user.email),
      ]);
      const due = verification.due(user, owner, policy);
      const { streetAddress, city, state, postalCode, country } = user;
      return {
        ...{ id, username: user.username, email: user.email, phoneNumber: user.phoneNumber, role: user.role },
        ...{ firstName: user.firstName, lastName: user.lastName, kycStatus: user.kycStatus },
        emailVerified: user.emailVerifiedAt !== null,
        phoneVerified: user.phoneVerifiedAt !== null,
        state: stateOf({
          erased: user.erasedAt !== null,
          suspended: user.suspendedAt !== null,
          claimed: user.claimedAt !== null,
        }),
        suspended: user.suspendedAt !== null,
        suspendedAt: user.suspendedAt?.toISOString() ?? null,
        suspendedReason: user.suspendedReason,
        profileImageUrl: user.profileImage && picturePath + user.profileImage,
        ...{ dateOfBirth: user.dateOfBirthText, nationality: user.nationality, occupation: user.occupation },
        address: { streetAddress, city, state, postalCode, country },
        ...{ preferredLanguage: user.preferredLanguage, preferredCurrency: user.preferredCurrency },
        createdAt: user.createdAt.toISOString(),
        termsAcceptedAt: user.termsAcceptedAt?.toISOString() ?? null,
        termsVersion: user.termsVersion,
        codesDue: user.erasedAt ? [] : verificationKinds.filter((kind) => due[kind]),
        activities: recent.items.slice(0, shownActivities),
        openActions: actions.map(({ requested_at, ...action }) => ({
          ...action,
          requestedAt: requested_at.toISOString(),
        })),
        ...totals,
        awardsOpen,
        sharedCards: shared,
      };
    },

    async cardGroups(page) {
      const found = await cards.sharedCards(page);
      return { ...found, items: await named(found.items) };
    },
  };
}
