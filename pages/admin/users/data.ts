import type { PageContextServer } from 'vike/types';
import { AdminUsersQuery } from '#modules/admin/contract/people.ts';
import { DeletionsQuery } from '#modules/privacy/contract/index.ts';
import { idOf, orNotFound } from '#renderer/data/data.ts';
import { PageQuery } from '#src/shared/paging.ts';
import { addressWith, askedOf } from '../components/asked.ts';
import { apis, firstDeletions } from './addresses.ts';

export async function data({
  modules: { admin, privacy },
  urlParsed: { search },
  routeParams: { item },
}: PageContextServer) {
  if (item === 'new') return {};
  if (item === 'cards') {
    const asked = askedOf(PageQuery, search);
    return { [addressWith(apis.cards, asked)]: await admin.cardGroups(asked.page) };
  }
  if (item === 'deletions') {
    const asked = askedOf(DeletionsQuery, search);
    return { [addressWith(apis.deletions, asked)]: await privacy.deletions(asked) };
  }
  if (item) return { [`${apis.user}/${item}`]: await orNotFound(admin.adminUser(idOf(item))) };
  const asked = askedOf(AdminUsersQuery, search);
  const [users, waiting] = await Promise.all([admin.users(asked), privacy.deletions({ state: 'waiting', page: 1 })]);
  return { [addressWith(apis.users, asked)]: users, [firstDeletions]: waiting };
}
