import type { ReactNode } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { contacts } from '#src/shared/contacts.ts';
import { languageNames, languages } from '#src/shared/languages.ts';
import { switchLanguage } from '../app/language.ts';
import { usePageContext } from '../app/page-context.tsx';
import { openConsentEvent } from '../components/consent/preferences.ts';
import { SubscriptionButton } from '../components/subscriptions/SubscriptionButton.tsx';

const link = 'inline-block py-2 underline-offset-4 hover:underline';

/** The ways to every page, how to reach us, and the figures of specification 1, section 2. */
export function Footer() {
  const { t } = useTexts();
  return (
    <footer className="border-t-2 border-ink bg-sheet pt-10 pb-8 text-sm print:hidden">
      <div className="page-width">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-b border-rule pb-8 sm:grid-cols-4">
          {(['users', 'votes', 'secure', 'satisfaction'] as const).map((figure) => (
            <div key={figure} className="flex flex-col-reverse">
              <dt className="text-ink-soft">{t(`figure.${figure}.label`)}</dt>
              <dd className="numeral text-3xl">{t(`figure.${figure}.value`)}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-8 py-8 sm:grid-cols-2 lg:grid-cols-4">
          <LinkList
            title={t('footer.explore')}
            links={[
              ['/topics', t('nav.topics')],
              ['/results', t('nav.results')],
              ['/how-it-works', t('nav.how')],
              ['/about', t('nav.about')],
            ]}
          />
          <LinkList
            title={t('footer.help')}
            links={[
              ['/help#help', t('footer.helpCenter')],
              ['/help#faq', t('footer.faq')],
              ['/help#guidelines', t('footer.guidelines')],
            ]}
          />
          <LinkList
            title={t('footer.legal')}
            links={[
              ['/privacy-policy', t('footer.privacy')],
              ['/terms-of-service', t('footer.terms')],
              ['/cookies-policy', t('footer.cookies')],
            ]}
          >
            <button type="button" className={link} onClick={() => window.dispatchEvent(new Event(openConsentEvent))}>
              {t('footer.cookieSettings')}
            </button>
          </LinkList>
          <div>
            <h2 className="text-base">{t('footer.contact')}</h2>
            <p className="mt-2 text-ink-soft">{t('footer.contactText')}</p>
            <a
              href={`mailto:${contacts.support}`}
              className="inline-block py-2 font-semibold underline underline-offset-4"
            >
              {contacts.support}
            </a>
            <SubscriptionButton className="block min-h-11 font-semibold underline underline-offset-4" />
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-rule pt-6 text-ink-soft">
          <p>{t('tagline')}</p>
          <LanguageLinks />
        </div>
      </div>
    </footer>
  );
}

interface LinkListProps {
  title: string;
  links: [href: string, text: string][];
  /** What stands below the links. */
  children?: ReactNode;
}

function LinkList({ title, links, children }: LinkListProps) {
  return (
    <nav aria-label={title}>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-1">
        {links.map(([href, text]) => (
          <li key={href}>
            <a href={href} className={link}>
              {text}
            </a>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </nav>
  );
}

/** The page in the other languages, as links that search engines follow and that work without scripts. */
function LanguageLinks() {
  const { urlPathname, user } = usePageContext();
  return (
    <ul className="flex flex-wrap gap-x-4">
      {languages.map((language) => (
        <li key={language}>
          <a
            href={`${urlPathname}?lng=${language}`}
            hrefLang={language}
            lang={language}
            onClick={(event) => {
              event.preventDefault();
              void switchLanguage(language, user !== null);
            }}
            className={link}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  );
}
