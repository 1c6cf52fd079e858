// What the baseline of rendered pages renders: the product's own components, without Vike. Built by plain-build.ts.
import { renderToString } from 'react-dom/server';
import type { PageContext } from 'vike/types';
import { App, createQueryClient, fillQueries } from '#renderer/app/App.tsx';
import { hydrationOf } from '#renderer/app/hydration.ts';
import type { Texts } from '#src/i18n/server.ts';
import type { PageData } from '#src/shared/page.ts';
import homeNamespaces from '../pages/index/+namespaces.ts';
import Page from '../pages/index/+Page.tsx';

/** The home page in English for an anonymous visitor: from `<div id="root">` to the end of the hydration block. */
export function renderHome(data: PageData, texts: Texts): string {
  const language = 'en';
  const user = null;
  const resources = texts.resources(language, ['common', ...homeNamespaces]);
  const now = new Date().toISOString();
  const urlParsed = { pathname: '/', search: {} };
  const visitor = { language, currency: 'USD', offeredLanguage: null, consentGiven: false };
  const pageContext = {
    ...{ Page, data, user, resources, now, urlPathname: '/', urlParsed, routeParams: {} },
    ...visitor,
  } as unknown as PageContext;
  const queryClient = createQueryClient();
  fillQueries(queryClient, pageContext);
  const out = renderToString(
    <App pageContext={pageContext} i18n={texts.instance(language)} queryClient={queryClient} helmetContext={{}} />,
  );
  queryClient.clear(); // else its timers hold the page's data for an hour
  const hydration = JSON.stringify(hydrationOf(pageContext)).replaceAll('<', '\\u003c');
  const page = out.slice(out.indexOf('<div id="app"'));
  return `<div id="root">${page}</div><script id="hydration" type="application/json">${hydration}</script>`;
}
