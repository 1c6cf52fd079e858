import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { navigate } from 'vike/client/router';
import type { RegistrationSettings } from '#modules/accounts/contract/index.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import type { TypedPhone } from '#renderer/components/phone/use-phone.ts';
import { useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import textFont from '#renderer/ui/fonts/instrument-sans.woff2?url';
import { Notice } from '#renderer/ui/Notice.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { safeReturnTo } from '#src/shared/return-to.ts';
import { LoginForm } from './components/LoginForm.tsx';
import { RegisterForm } from './components/RegisterForm.tsx';
import type { Typed } from './components/typed.ts';

type Tab = 'login' | 'register';

/** While the page goes on after a login, what was fetched is forgotten already. */
const usual: RegistrationSettings = { registrationOpen: true, phone: 'optional', email: 'required' };

const ResetDialog = lazy(() => import('./components/ResetDialog.tsx'));

export default function Page() {
  const { t } = useTexts('auth');
  const { urlParsed, urlPathname } = usePageContext();
  const hydrated = useHydrated();
  const { data: settings = usual } = useApi<RegistrationSettings>('/api/auth/settings');
  const [tab, setTab] = useState<Tab>(urlPathname === '/register' ? 'register' : 'login');
  // What was typed into either form: changing the tab must not lose it, and takes the address along.
  const typed = useRef<Record<Tab, Typed>>({ login: {}, register: {} });
  const typedPhone = useRef<TypedPhone>({});
  const remember = ({ target }: FormEvent) => {
    const { name, value, dataset } = target as HTMLInputElement;
    const kept = dataset.kept ?? name;
    for (const form of kept === 'email' ? (['login', 'register'] as const) : [tab]) {
      if (kept) typed.current[form][kept as keyof Typed] = value;
    }
  };
  const returnTo = safeReturnTo(urlParsed.search.returnTo);
  const verify = (email: string, phoneRequired: boolean) => {
    const query = new URLSearchParams({ email, phoneRequired: String(phoneRequired) });
    if (returnTo !== '/') query.set('returnTo', returnTo);
    void navigate(`/verify?${query}`);
  };
  const [spentToken, setSpentToken] = useState('');
  const { token = '' } = urlParsed.search;
  // Chromium names the page, and with it the token, when it fetches a font of the styles in the page, whatever the page's
  // referrer policy says; not when the font is fetched ahead.
  if (token) preload(textFont, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return (
    <div className="page-width py-10">
      <Head title={t(`${tab}.title`)} noIndex />
      {hydrated && token && token !== spentToken && (
        <ErrorBoundary
          key={token}
          fallback={
            <div className="mx-auto mb-6 max-w-md">
              <FormError title={t('reset.failed')}>{t('common:error.retry')}</FormError>
            </div>
          }
        >
          <Suspense>
            <ResetDialog
              token={token}
              onReset={() => {
                setTab('login');
                setSpentToken(token);
                forgetToken();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <div className="mx-auto max-w-md" onInput={remember}>
        <h1 className="mb-6 text-3xl">{t(`${tab}.heading`)}</h1>
        <Tabs<Tab>
          label={t('tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'login',
              label: t('login.tab'),
              panel: (
                <LoginForm
                  typed={typed.current.login}
                  returnTo={returnTo}
                  onUnverified={(email) => verify(email, settings.phone === 'required')}
                />
              ),
            },
            {
              value: 'register',
              label: t('register.tab'),
              panel: settings.registrationOpen ? (
                <RegisterForm
                  typed={typed.current.register}
                  typedPhone={typedPhone.current}
                  settings={settings}
                  returnTo={returnTo}
                  onRegistered={verify}
                />
              ) : (
                <Notice title={t('register.closed.title')}>{t('register.closed.text')}</Notice>
              ),
            },
          ]}
        />
        <a href="/" className="mt-5 inline-block min-h-11 py-2.5 underline underline-offset-4">
          {t('backHome')}
        </a>
      </div>
    </div>
  );
}

/** Takes the token out of the address bar, and with it out of the history. */
function forgetToken(): void {
  const address = new URL(location.href);
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address.pathname + address.search + address.hash);
}
