import { createInstance, type i18n as I18n } from 'i18next';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import type { PageContextClient } from 'vike/types';
import { asLanguage, directionOf } from '#src/shared/languages.ts';
import { App, createQueryClient, fillQueries } from './app/App.tsx';
import { carryQueryOn } from './app/carry-query.ts';
import { mirrorCurrency } from './app/currency.ts';
import { keepLanguage } from './app/language.ts';
import { countPageView, countPageViewsOnConsent } from './app/page-views.ts';

let root: Root | undefined;
let i18n: I18n | undefined;
const queryClient = createQueryClient();

export function onRenderClient(pageContext: PageContextClient): void {
  if (pageContext.isHydration) {
    const block = document.getElementById('hydration') as HTMLElement;
    Object.assign(pageContext, JSON.parse(block.textContent ?? '{}'));
    // A link that names a language is a choice of it: without this the next page would be in another.
    const named = new URLSearchParams(location.search).get('lng');
    if (asLanguage(named)) keepLanguage(named as string);
    carryQueryOn();
    mirrorCurrency(pageContext.currency, pageContext.user !== null);
    countPageViewsOnConsent();
    whenAtRest(async () => (await import('./app/offline.ts')).prepareForOffline(pageContext.language));
  }
  const { language, resources } = pageContext;
  if (!resources) {
    // Its data could not be fetched. The address is the new page's already: the browser asks for it as a whole, and what it
    // then shows is true, be it the page, an error or the offline page.
    location.reload();
    return;
  }
  if (!i18n) {
    i18n = createInstance();
    void i18n.use(initReactI18next).init({
      lng: language,
      resources: { [language]: resources },
      defaultNS: 'common',
      initAsync: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  } else {
    for (const [namespace, texts] of Object.entries(resources)) i18n.addResourceBundle(language, namespace, texts);
    if (i18n.language !== language) void i18n.changeLanguage(language);
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }
  fillQueries(queryClient, pageContext);
  countPageView(pageContext.urlPathname);
  const app = <App pageContext={pageContext} i18n={i18n} queryClient={queryClient} />;
  const container = document.getElementById('root') as HTMLElement;
  if (pageContext.isHydration) root = hydrateRoot(container, app);
  else {
    root ??= createRoot(container);
    root.render(app);
    // After a navigation the focus would be nowhere: it goes to the new page.
    requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true }));
  }
}

/** For what nobody sees: some time after the load, and without it the site works as well. */
function whenAtRest(run: () => Promise<void>): void {
  const start = () => setTimeout(() => run().catch(() => {}), 3_000);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
