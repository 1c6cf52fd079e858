import type { PageContextServer } from 'vike/types';

export async function data({ modules, user }: PageContextServer) {
  return user ? { '/api/users/profile': await modules.accounts.profile(user) } : {};
}
