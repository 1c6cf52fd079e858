import { consentChangedEvent, isAllowed } from '../components/consent/preferences.ts';

let shown: string | undefined;

/**
 * Counts that a page is shown, for those who allow analytics: its path and language, without a cookie and without saying
 * who (decision 7). A page that is open when the consent is given counts too.
 */
export function countPageView(path: string): void {
  shown = path;
  report();
}

function report(): void {
  if (shown === undefined || !isAllowed('analytics')) return;
  const body = JSON.stringify({ path: shown, language: document.documentElement.lang });
  shown = undefined; // once
  // A beacon: it is sent even when the page is left at once, and no answer is waited for.
  navigator.sendBeacon('/api/page-views', new Blob([body], { type: 'application/json' }));
}

export function countPageViewsOnConsent(): void {
  window.addEventListener(consentChangedEvent, report);
}
