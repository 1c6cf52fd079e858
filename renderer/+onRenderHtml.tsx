import { renderToString } from 'react-dom/server';
import { dangerouslySkipEscape } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { directionOf } from '#src/shared/languages.ts';
import { bodyMarker } from '#src/shared/page.ts';
import { App, createQueryClient, fillQueries } from './app/App.tsx';
import { hydrationOf } from './app/hydration.ts';

/**
 * Renders a page beside a stub of its document: Vike fills the stub with its tags, and the server lays the page in at the
 * marker (src/http/pages.ts). What the browser needs to hydrate stands in the page's own JSON block.
 */
export function onRenderHtml(pageContext: PageContextServer) {
  const { language } = pageContext;
  const queryClient = createQueryClient();
  fillQueries(queryClient, pageContext);
  const i18n = pageContext.texts.instance(language);
  const out = renderToString(
    <App pageContext={pageContext} i18n={i18n} queryClient={queryClient} helmetContext={{}} />,
  );
  queryClient.clear(); // its timers would hold the page's data for as long as a browser keeps it
  // React puts the tags of Helmet before the page: they belong into the head.
  const start = out.indexOf('<div id="app"');
  const head = out.slice(0, start);
  const hydration = JSON.stringify(hydrationOf(pageContext)).replaceAll('<', '\\u003c');
  const stub = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#faf6ec" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#10181a" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${head}
</head>
<body>${bodyMarker}</body>
</html>`;
  return {
    documentHtml: dangerouslySkipEscape(stub),
    // The headings' font alone is fetched ahead: a second one would only take the first one's time.
    injectFilter(assets: { assetType: string | null; src: string; inject: unknown }[]) {
      for (const asset of assets) if (asset.assetType === 'font' && !/archivo/.test(asset.src)) asset.inject = false;
    },
    pageContext: {
      rendered: Buffer.from(
        `<div id="root">${out.slice(start)}</div><script id="hydration" type="application/json">${hydration}</script>`,
      ),
      // Already in the hydration block: Vike need not send them a second time.
      data: undefined,
      language: undefined,
      currency: undefined,
      offeredLanguage: undefined,
      consentGiven: undefined,
      user: undefined,
      resources: undefined,
      now: undefined,
    },
  };
}
