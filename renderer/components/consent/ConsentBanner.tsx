import { X } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { consentKey, type OptionalKind } from '#src/shared/consent.ts';
import { keepForAYear, stored } from '../../app/cookies.ts';
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx';
import { usePageContext } from '../../app/page-context.tsx';
import { Button } from '../../ui/Button.tsx';
import {
  cookiePreferences,
  everything,
  keepCookiePreferences,
  nothingOptional,
  openConsentEvent,
} from './preferences.ts';

const load = () => import('./ConsentDialog.tsx');
const ConsentDialog = lazy(load);

/**
 * Asks which cookies may be used, until it is answered (specification 2, section 2.7). The server leaves it out for those
 * who have answered, and it lies above the page, so nothing moves. Also opens the settings for whoever asks by the event.
 */
export function ConsentBanner() {
  const { t } = useTexts();
  const { consentGiven, urlPathname } = usePageContext();
  // Not on the offline page: it is kept for everybody, and without its scripts nobody could answer.
  const [asking, setAsking] = useState(!consentGiven && urlPathname !== '/offline');
  const [customizing, setCustomizing] = useState(false);
  const banner = useRef<HTMLElement>(null);
  useCovered(banner, asking);

  useEffect(() => {
    const open = () => setCustomizing(true);
    window.addEventListener(openConsentEvent, open);
    return () => window.removeEventListener(openConsentEvent, open);
  }, []);
  useEffect(() => {
    // Answered before, and only the cookie is gone: no second question.
    if (consentGiven || !cookiePreferences()?.accepted) return;
    keepForAYear(consentKey, consentKey, stored(consentKey) as string);
    setAsking(false);
  }, [consentGiven]);

  const answer = (chosen: Record<OptionalKind, boolean>) => {
    keepCookiePreferences(chosen);
    setAsking(false);
    setCustomizing(false);
  };
  return (
    <>
      {asking && (
        <section
          ref={banner}
          aria-label={t('consent.title')}
          className="fixed inset-x-0 bottom-0 z-40 border-t-2 border-ink bg-sheet text-sm shadow-lift print:hidden"
        >
          <div className="page-width relative flex flex-wrap items-center gap-x-8 gap-y-3 py-4">
            <p className="min-w-60 flex-1 pr-10 lg:pr-0">
              {t('consent.text')}{' '}
              <a href="/cookies-policy" className="font-semibold underline underline-offset-4">
                {t('footer.cookies')}
              </a>
            </p>
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
              <Button size="sm" look="plain" onClick={() => answer(everything)}>
                {t('consent.all')}
              </Button>
              <Button size="sm" look="plain" onClick={() => answer(nothingOptional)}>
                {t('consent.necessary')}
              </Button>
              <Button
                size="sm"
                look="quiet"
                aria-haspopup="dialog"
                onPointerEnter={() => load().catch(() => {})}
                onClick={() => setCustomizing(true)}
              >
                {t('consent.customize')}
              </Button>
            </div>
            <button
              type="button"
              aria-label={t('consent.close')}
              className="grid size-11 place-items-center rounded-sm hover:bg-brand-wash max-lg:absolute max-lg:top-1 max-lg:right-1"
              onClick={() => setAsking(false)}
            >
              <X aria-hidden size={20} />
            </button>
          </div>
        </section>
      )}
      {customizing && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <ConsentDialog onAnswer={answer} onClose={() => setCustomizing(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Tells the styles how much of the screen's foot is covered, so that nothing stays hidden below the banner (WCAG 2.4.11). */
function useCovered(banner: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const { style } = document.documentElement;
    if (!shown || !banner.current) return;
    const measured = new ResizeObserver(([entry]) => {
      style.setProperty('--covered', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    measured.observe(banner.current);
    return () => {
      measured.disconnect();
      style.removeProperty('--covered');
    };
  }, [banner, shown]);
}
