import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'vike/client/router';
import { Head } from '../../renderer/Head.tsx';
import { usePageContext } from '../../renderer/page-context.tsx';
import { enter } from '../../renderer/session.ts';
import { Button } from '../../renderer/ui/Button.tsx';
import { toast } from '../../renderer/ui/toast.tsx';
import { loginPath, safeReturnTo } from '../../src/shared/return-to.ts';
import { EmailCode } from './components/EmailCode.tsx';

const goOnMs = 1_500; // specification 2, section 9

export default function Page() {
  const { t } = useTranslation('auth');
  const { search } = usePageContext().urlParsed;
  const queryClient = useQueryClient();
  const email = search.email ?? '';
  const returnTo = safeReturnTo(search.returnTo);
  const [signedIn, setSignedIn] = useState<boolean | null>(null);
  const verified = signedIn !== null;

  const goOn = () => {
    // Only the browser that registered is signed in (decision 1); any other goes to the login.
    if (signedIn) void enter(queryClient, email, returnTo);
    else void navigate(loginPath(returnTo));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when it is verified
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(goOn, goOnMs);
    return () => clearTimeout(timer);
  }, [verified]);

  return (
    <div className="page-width py-10">
      <Head title={t('verify.title')} noIndex />
      <div className="mx-auto max-w-md">
        <h1 className="text-3xl">{t('verify.heading')}</h1>
        <p className="mt-3 mb-6 text-lg text-ink-soft">{email ? t('verify.sentTo', { email }) : t('verify.noEmail')}</p>
        {email && (
          <EmailCode
            email={email}
            verified={verified}
            onVerified={(answer) => {
              toast({ title: t('verify.success.title'), text: t('verify.success.text') });
              setSignedIn(answer.signedIn);
            }}
          />
        )}
        {verified && (
          <Button className="mt-6 w-full" onClick={goOn}>
            {t(signedIn ? 'verify.goOn' : 'verify.toLogin')}
          </Button>
        )}
        <a href={loginPath(returnTo)} className="mt-8 inline-block py-2 underline underline-offset-4">
          {t('verify.backToLogin')}
        </a>
      </div>
    </div>
  );
}
