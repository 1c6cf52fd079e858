import { Menu as MenuIcon, Search } from 'lucide-react';
import { useTexts } from '#renderer/app/texts.ts';
import { loginPath } from '#src/shared/return-to.ts';
import { usePageContext } from '../app/page-context.tsx';
import { SearchForm } from '../components/topics/SearchForm.tsx';
import { ButtonLink, buttonClasses } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { LanguageOffer } from './LanguageOffer.tsx';
import { Mark } from './Mark.tsx';
import { CurrencyPicker, LanguagePicker } from './Pickers.tsx';
import { UserMenu } from './UserMenu.tsx';

/** What the header leads to, on every page. */
const destinations = [
  { href: '/topics', text: 'nav.topics' },
  { href: '/results', text: 'nav.results' },
  { href: '/how-it-works', text: 'nav.how' },
  { href: '/about', text: 'nav.about' },
] as const;

const admin = { href: '/admin', text: 'nav.admin' } as const;

export function Header() {
  const { t } = useTexts();
  const { user, urlPathname } = usePageContext();
  const shown = user?.role === 'admin' ? [...destinations, admin] : destinations;
  return (
    <header className="sticky top-0 z-30 border-b-2 border-ink bg-paper print:hidden">
      <div className="page-width flex min-h-16 items-center gap-2 lg:gap-4">
        <a href="/" className="flex min-h-11 shrink-0 items-center gap-2" aria-label={t('home')}>
          <Mark />
          <span className="wide text-xl max-[26rem]:hidden">{t('brand')}</span>
        </a>
        <nav aria-label={t('nav.label')} className="max-lg:hidden">
          <ul className="flex">
            {shown.map(({ href, text }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={urlPathname === href ? 'page' : undefined}
                  className="inline-flex min-h-11 items-center px-2 font-semibold whitespace-nowrap xl:px-3 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-brand aria-[current]:decoration-3"
                >
                  {t(text)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm className="ml-auto w-full max-w-48 max-xl:hidden" />
        <div className="ml-auto flex min-w-0 items-center sm:gap-1 xl:ml-0">
          <a
            href="/topics"
            aria-label={t('search.label')}
            className={buttonClasses('quiet', 'icon', 'max-[22rem]:hidden xl:hidden')}
          >
            <Search aria-hidden size={20} />
          </a>
          <LanguagePicker />
          <CurrencyPicker />
          {user ? (
            <UserMenu username={user.username} role={user.role} />
          ) : (
            !/^\/(login|register)$/.test(urlPathname) && (
              <ButtonLink href={loginPath(urlPathname)} look="plain" size="sm" className="whitespace-nowrap">
                {t('login')}
              </ButtonLink>
            )
          )}
          <div className="lg:hidden">
            <Menu
              trigger={{
                label: t('nav.menu'),
                className: buttonClasses('quiet', 'icon'),
                children: <MenuIcon aria-hidden size={24} />,
              }}
              items={() => shown.map(({ href, text }) => ({ href, label: t(text) }))}
            />
          </div>
        </div>
      </div>
      <LanguageOffer />
    </header>
  );
}
