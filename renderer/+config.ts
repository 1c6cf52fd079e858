import type { Config } from 'vike/types';

export default {
  clientRouting: true,
  hydrationCanBeAborted: true,
  // On navigation in the browser these come with the page's JSON; the first page brings them in its own script.
  passToClient: ['language', 'currency', 'offeredLanguage', 'consentGiven', 'user', 'resources', 'now'],
  hooksTimeout: false,
  prefetchStaticAssets: 'hover',
  meta: {
    // Which namespaces of the locales a page shows, besides `common`: only these are sent.
    namespaces: { env: { server: true }, cumulative: true },
  },
  namespaces: ['common'],
} satisfies Config;
