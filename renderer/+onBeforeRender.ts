import type { PageContextServer } from 'vike/types';

/** What every page has: its texts and the server's clock. */
export function onBeforeRender(pageContext: PageContextServer) {
  const namespaces = (pageContext.config.namespaces ?? []).flat();
  return {
    pageContext: {
      resources: pageContext.texts.resources(pageContext.language, namespaces),
      now: new Date().toISOString(),
    },
  };
}
