import type { PageContextServer } from 'vike/types';

/** What every page has: its texts and the server's clock. */
export function onBeforeRender(pageContext: PageContextServer) {
  const { config, routeParams } = pageContext;
  const namespaces = (config.namespaces ?? []).flatMap((names) =>
    typeof names === 'function' ? names(routeParams) : names,
  );
  return {
    pageContext: {
      resources: pageContext.texts.resources(pageContext.language, namespaces),
      now: new Date().toISOString(),
    },
  };
}
