import { z } from 'zod';
import { AccountDetail, AccountRow, accountOrders, userStates } from '#modules/accounts/contract/admin.ts';
import { kycStatuses, Profile } from '#modules/accounts/contract/index.ts';
import { SharedCard } from '#modules/payments/contract/cards.ts';
import { AccountAction } from '#modules/privacy/contract/index.ts';
import { type Page, PageQuery, sortBy } from '#src/shared/paging.ts';
import { orNothing } from '#src/shared/texts.ts';
import { roles } from '#src/shared/viewer.ts';

/** What users can be narrowed to. Those who have been erased are shown to whoever asks for them, and to nobody else. */
export const userFilters = [...userStates, 'deletion_requested'] as const;

/** Which users are wanted; `q` is looked for in names, e-mail and phone, a number is a user's own. */
export const AdminUsersQuery = PageQuery.extend({
  q: z.string().trim().max(100, 'too_long').default(''),
  role: orNothing(z.enum(roles, 'invalid')),
  state: orNothing(z.enum(userFilters, 'invalid')),
  kyc: orNothing(z.enum(kycStatuses, 'invalid')),
  sort: sortBy([...accountOrders], '-createdAt'),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

/** A user in the back office's table. Money is US cents. */
export const AdminUserRow = AccountRow.extend(
  Profile.pick({ totalVotes: true, totalSpent: true, lastVoteAt: true }).shape,
);
export type AdminUserRow = z.infer<typeof AdminUserRow>;

/** A card that several accounts have paid with; a username is null where the account has been erased. */
export const SharedCardGroup = SharedCard.omit({ userIds: true }).extend({
  users: z.array(z.object({ id: z.int(), username: z.string().nullable() })),
});
export type SharedCardGroup = z.infer<typeof SharedCardGroup>;

/** All that an admin sees of a user. No ballot: what somebody has voted is nobody else's business. */
export const AdminUser = AccountDetail.extend({
  ...Profile.pick({ totalVotes: true, totalSpent: true, avgVoteAmount: true, lastVoteAt: true }).shape,
  /** Requests that are not decided. */
  openActions: z.array(AccountAction.pick({ id: true, actionType: true, status: true, requestedAt: true })),
  /** Awards that are neither paid nor withheld. */
  awardsOpen: z.boolean(),
  sharedCards: z.array(SharedCardGroup),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** Accounts with what their people have done in other modules. */
export interface AdminPeople {
  /** 25 a page. */
  users(query: AdminUsersQuery): Promise<Page<AdminUserRow>>;
  /** Also somebody who has been erased, of whom the number and the sums are left. Throws `not_found`. */
  adminUser(id: number): Promise<AdminUser>;
  /** Groups of accounts that share a card, the card used last first, 25 a page. */
  cardGroups(page: number): Promise<Page<SharedCardGroup>>;
}
