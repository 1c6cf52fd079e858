import { useQueryClient } from '@tanstack/react-query';
import { Globe, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '../src/shared/languages.ts';
import { loginPath } from '../src/shared/return-to.ts';
import { switchLanguage } from './language.ts';
import { usePageContext } from './page-context.tsx';
import { leave } from './session.ts';
import { SubscriptionButton } from './subscriptions/SubscriptionButton.tsx';
import { ButtonLink, buttonClasses } from './ui/Button.tsx';
import { Menu } from './ui/Menu.tsx';
import { toast } from './ui/toast.tsx';

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-sheet focus:p-3">
        {t('skip')}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 pb-16 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  const { t } = useTranslation();
  const { language, user, urlPathname } = usePageContext();
  return (
    <header className="sticky top-0 z-30 border-b-2 border-ink bg-paper">
      <div className="page-width flex min-h-16 items-center justify-between gap-3">
        <a href="/" className="flex min-h-11 shrink-0 items-center gap-2" aria-label={t('home')}>
          <Mark />
          <span className="wide text-xl max-[21rem]:hidden">{t('brand')}</span>
        </a>
        <nav aria-label={t('nav')} className="flex min-w-0 items-center gap-1 sm:gap-2">
          <Menu
            trigger={{
              label: t('language.change', { code: language.toUpperCase(), language: languageNames[language] }),
              className: buttonClasses('quiet', 'sm'),
              children: (
                <>
                  <Globe aria-hidden size={18} />
                  <span>{language.toUpperCase()}</span>
                </>
              ),
            }}
            items={languages.map((choice) => ({
              label: languageNames[choice],
              lang: choice,
              checked: choice === language,
              onSelect: () => switchLanguage(choice),
            }))}
          />
          {user ? (
            <UserMenu username={user.username} />
          ) : (
            urlPathname !== '/login' && (
              <ButtonLink href={loginPath(urlPathname)} look="plain" size="sm">
                {t('login')}
              </ButtonLink>
            )
          )}
        </nav>
      </div>
    </header>
  );
}

function UserMenu({ username }: { username: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const logout = async () => {
    const ended = await leave(queryClient);
    toast(ended ? { title: t('loggedOut') } : { title: t('logoutFailed'), look: 'danger' });
  };
  return (
    <Menu
      trigger={{
        label: t('account', { username }),
        className: buttonClasses('plain', 'sm'),
        children: (
          <>
            <UserRound aria-hidden size={18} />
            <span className="max-w-32 truncate max-sm:sr-only">{username}</span>
          </>
        ),
      }}
      heading={username}
      items={[{ label: t('logout'), onSelect: () => void logout() }]}
    />
  );
}

function Footer() {
  const { t } = useTranslation();
  const { urlPathname } = usePageContext();
  return (
    <footer className="border-t border-rule py-8 text-sm text-ink-soft">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p>{t('tagline')}</p>
        <SubscriptionButton className="min-h-11 underline underline-offset-4" />
        <ul className="flex flex-wrap gap-x-4">
          {languages.map((language) => (
            <li key={language}>
              <a
                href={`${urlPathname}?lng=${language}`}
                hrefLang={language}
                lang={language}
                onClick={(event) => {
                  event.preventDefault();
                  switchLanguage(language);
                }}
                className="inline-block py-2 underline underline-offset-4"
              >
                {languageNames[language]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}

/** Three steps, the middle one highest: the product's mark. */
function Mark() {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <path d="M10 5h8v20h-8z" fill="var(--brand)" />
      <path d="M1 13h8v12H1zM19 17h8v8h-8z" fill="var(--ink)" />
    </svg>
  );
}
