import type { PageContext } from 'vike/types';

/** What the first page tells the browser: all that it was rendered with. Later pages bring it in their JSON (+config.ts). */
export function hydrationOf(pageContext: PageContext) {
  const { data, language, currency, offeredLanguage, consentGiven, user, resources, now } = pageContext;
  return { data, language, currency, offeredLanguage, consentGiven, user, resources, now };
}
