import type { PageContextServer } from 'vike/types';
import { AdminUsersQuery, DeletionsQuery } from '#modules/accounts/contract/admin.ts';
import { idOf, orNotFound } from '#renderer/data/data.ts';
import { PageQuery } from '#src/shared/paging.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { apis, firstDeletions } from './addresses.ts';

export async function data({ modules: { accounts }, urlParsed: { search }, routeParams: { item } }: PageContextServer) {
  if (item === 'new') return {};
  if (item === 'cards') {
    const asked = askedOf(PageQuery, search);
    return { [addressWith(apis.cards, asked)]: await accounts.cardGroups(asked.page) };
  }
  if (item === 'deletions') {
    const asked = askedOf(DeletionsQuery, search);
    return { [addressWith(apis.deletions, asked)]: await accounts.deletions(asked) };
  }
  if (item) return { [`${apis.user}/${item}`]: await orNotFound(accounts.adminUser(idOf(item))) };
  const asked = askedOf(AdminUsersQuery, search);
  const [users, waiting] = await Promise.all([
    accounts.users(asked),
    accounts.deletions({ state: 'waiting', page: 1 }),
  ]);
  return { [addressWith(apis.users, asked)]: users, [firstDeletions]: waiting };
}
