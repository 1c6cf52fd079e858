import type { ReactNode } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { ConsentBanner } from '../components/consent/ConsentBanner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-sheet focus:p-3">
        {t('skip')}
      </a>
      <ConsentBanner />
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 pb-16 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
