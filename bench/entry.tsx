// What the baseline of rendered pages renders: the product's own components, without Vike. Built by plain-build.ts.
import { renderToString } from 'react-dom/server';
import type { PageContext } from 'vike/types';
import homeNamespaces from '../pages/index/+namespaces.ts';
import Page from '../pages/index/+Page.tsx';
import { App, createQueryClient, fillQueries } from '../renderer/App.tsx';
import type { Texts } from '../src/i18n/server.ts';
import type { PageData } from '../src/shared/page.ts';

/** The home page in English for an anonymous visitor: from `<div id="root">` to the end of the hydration block. */
export function renderHome(data: PageData, texts: Texts): string {
  const language = 'en';
  const user = null;
  const resources = texts.resources(language, ['common', ...homeNamespaces]);
  const now = new Date().toISOString();
  const urlParsed = { pathname: '/', search: {} };
  const pageContext = { Page, data, language, user, resources, now, urlPathname: '/', urlParsed, routeParams: {} };
  const queryClient = createQueryClient();
  fillQueries(queryClient, pageContext as unknown as PageContext);
  const out = renderToString(
    <App
      pageContext={pageContext as unknown as PageContext}
      i18n={texts.instance(language)}
      queryClient={queryClient}
      helmetContext={{}}
    />,
  );
  queryClient.clear(); // else its timers hold the page's data for an hour
  const hydration = JSON.stringify({ data, language, user, resources, now }).replaceAll('<', '\\u003c');
  const page = out.slice(out.indexOf('<div id="app"'));
  return `<div id="root">${page}</div><script id="hydration" type="application/json">${hydration}</script>`;
}
