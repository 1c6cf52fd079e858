import type { PageContextServer } from 'vike/types';
import type { PageData } from '#src/shared/page.ts';
import { asSection, firstSection, type SectionName } from './sections.ts';

/** What each section is rendered with; asked for by admins alone (+guard.server.ts). */
const loaders = import.meta.glob<{ data(pageContext: PageContextServer): Promise<PageData> }>('./*/data.ts', {
  eager: true,
});

export async function data(pageContext: PageContextServer): Promise<PageData> {
  const section: SectionName = asSection(pageContext.routeParams.section) ?? firstSection;
  return (await loaders[`./${section}/data.ts`]?.data(pageContext)) ?? {};
}
