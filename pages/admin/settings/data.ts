import type { PageContextServer } from 'vike/types';

export async function data({ modules }: PageContextServer) {
  const [settings, texts] = await Promise.all([modules.admin.settings(), modules.admin.textsToday()]);
  return { '/api/admin/settings': settings, '/api/admin/texts-today': texts } as const;
}
