import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'vike/client/router';
import { Head } from '../../renderer/Head.tsx';
import { usePageContext } from '../../renderer/page-context.tsx';
import { Tabs } from '../../renderer/ui/Tabs.tsx';
import { safeReturnTo } from '../../src/shared/return-to.ts';
import { LoginForm } from './components/LoginForm.tsx';
import { RegisterForm } from './components/RegisterForm.tsx';

export default function Page() {
  const { t } = useTranslation('auth');
  const { urlParsed, urlPathname } = usePageContext();
  const [tab, setTab] = useState<'login' | 'register'>(urlPathname === '/register' ? 'register' : 'login');
  // What was typed into either form, without passwords: changing the tab must not lose it.
  const typed = useRef<Record<string, string>>({});
  const remember = ({ target }: FormEvent) => {
    const { name, type, value } = target as HTMLInputElement;
    if (type !== 'password') typed.current[name] = value;
  };
  const returnTo = safeReturnTo(urlParsed.search.returnTo);
  const verify = (email: string) => {
    const query = new URLSearchParams({ email, phoneRequired: 'false', ...(returnTo === '/' ? {} : { returnTo }) });
    void navigate(`/verify?${query}`);
  };
  return (
    <div className="page-width py-10">
      <Head title={t(`${tab}.title`)} noIndex />
      <div className="mx-auto max-w-md" onInput={remember}>
        <h1 className="mb-6 text-3xl">{t(`${tab}.heading`)}</h1>
        <Tabs<'login' | 'register'>
          label={t('tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'login',
              label: t('login.tab'),
              panel: <LoginForm typed={typed.current} returnTo={returnTo} onUnverified={verify} />,
            },
            {
              value: 'register',
              label: t('register.tab'),
              panel: <RegisterForm typed={typed.current} onRegistered={verify} />,
            },
          ]}
        />
        <a href="/" className="mt-8 inline-block py-2 underline underline-offset-4">
          {t('backHome')}
        </a>
      </div>
    </div>
  );
}
