import type { PageContextServer } from 'vike/types';

export async function data({ modules }: PageContextServer) {
  return { '/api/auth/settings': await modules.accounts.registrationSettings() };
}
