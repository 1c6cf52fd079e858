import type { PageContextServer } from 'vike/types';

export async function data({ modules }: PageContextServer) {
  return { '/api/admin/settings': await modules.admin.settings() } as const;
}
