import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate } from 'vike/client/router';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { enter } from '#renderer/app/session.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { loginPath, newProfilePath, safeReturnTo } from '#src/shared/return-to.ts';
import { ResetForm } from '../login/components/ResetForm.tsx';
import { CodeSection } from './components/CodeSection.tsx';
import { useVerification } from './components/use-verification.ts';

const goOnMs = 1_500; // specification 2, section 9

export default function Page() {
  const { t } = useTexts('auth');
  const { search } = usePageContext().urlParsed;
  const queryClient = useQueryClient();
  const returnTo = safeReturnTo(search.returnTo);
  const { email, phoneRequired, verified, done, signedIn, complete, confirm, ...elsewhere } = useVerification({
    email: search.email ?? '',
    phoneRequired: search.phoneRequired === 'true',
  });

  const { passwordToken, forgetPasswordToken, gone } = elsewhere;

  const goOn = () => {
    // Only the browser that registered is signed in (decision 1); any other goes to the login.
    if (signedIn) void enter(queryClient, email, search.returnTo ? returnTo : newProfilePath(email));
    else void navigate(loginPath(returnTo));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on once, when all is verified
  useEffect(() => {
    if (!complete) return;
    const timer = setTimeout(goOn, goOnMs);
    return () => clearTimeout(timer);
  }, [complete]);
  useEffect(() => {
    // The form that had the focus is gone: on to what comes next.
    if (passwordToken) document.querySelector<HTMLElement>('#main input[name="password"]')?.focus();
    else if (done.email || done.phone) document.querySelector<HTMLElement>('#main input[name="code"], #go-on')?.focus();
  }, [done, passwordToken]);

  return (
    <div className="page-width py-10">
      <Head title={t('verify.title')} noIndex />
      <div className="mx-auto max-w-md">
        <h1 className="text-3xl">
          {t(passwordToken ? 'verify.elsewhere.title' : phoneRequired ? 'verify.headingBoth' : 'verify.heading')}
        </h1>
        <p className="mt-3 mb-6 text-lg wrap-anywhere text-ink-soft">
          {passwordToken
            ? t('verify.elsewhere.text')
            : email
              ? t(phoneRequired ? 'verify.sentToBoth' : 'verify.sentTo', { email })
              : t('verify.noEmail')}
        </p>
        {gone && !passwordToken && !complete && (
          <p role="status" className="mb-6 border-l-4 border-upcoming bg-sheet px-4 py-3 font-semibold">
            {t('verify.gone')}
          </p>
        )}
        {passwordToken && (
          <div className="slip p-6">
            <ResetForm
              token={passwordToken}
              onReset={() => {
                forgetPasswordToken();
                void navigate(loginPath(returnTo));
              }}
            />
            <Button look="quiet" className="mt-3 w-full" onClick={forgetPasswordToken}>
              {t('verify.elsewhere.again')}
            </Button>
          </div>
        )}
        {email && !passwordToken && (
          <div className="space-y-6">
            {(phoneRequired ? (['email', 'phone'] as const) : (['email'] as const)).map((type) => (
              <CodeSection
                key={type}
                type={type}
                email={email}
                verified={signedIn || verified[type]}
                onVerified={(answer) => confirm(type, answer)}
              />
            ))}
          </div>
        )}
        {complete && (
          <Button id="go-on" className="mt-6 w-full" onClick={goOn}>
            {t(signedIn ? 'verify.goOn' : 'verify.toLogin')}
          </Button>
        )}
        <a href={loginPath(returnTo)} className="mt-5 inline-block min-h-11 py-2.5 underline underline-offset-4">
          {t('verify.backToLogin')}
        </a>
      </div>
    </div>
  );
}
