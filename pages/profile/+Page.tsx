import { lazy, Suspense, useEffect, useState } from 'react';
import type { Profile } from '#modules/accounts/contract/index.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext, useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { PasswordPrompt } from '#renderer/components/password/PasswordPrompt.tsx';
import { EligibilityNotice } from '#renderer/components/prizes/EligibilityNotice.tsx';
import { useApi } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { AccountManagement } from './components/AccountManagement.tsx';
import { Activities } from './components/Activities.tsx';
import { Details } from './components/Details.tsx';
import { ProfileCard } from './components/ProfileCard.tsx';
import { Sections } from './components/Sections.tsx';
import { Tiles } from './components/Tiles.tsx';
import { Votes } from './components/Votes.tsx';

const Record = lazy(() => import('./components/Record.tsx'));

export default function Page() {
  const { t } = useTexts('profile');
  const user = useUser();
  const { data: profile } = useApi<Profile>('/api/users/profile', { enabled: user !== null });
  const isNew = useWelcome();
  return (
    <div className="page-width py-10">
      <Head title={t('title')} noIndex />
      {profile ? (
        <>
          {isNew && (
            <p role="status" className="mb-6 border-l-4 border-active bg-sheet px-4 py-3 text-lg font-semibold">
              {t('welcome', { username: profile.username })}
            </p>
          )}
          {profile.role === 'admin' && <PasswordPrompt />}
          <ProfileCard profile={profile} />
          <Tiles profile={profile} />
          {profile.role !== 'admin' && (
            <EligibilityNotice eligibility={{ email: profile.emailVerified, phone: profile.phoneVerified }} />
          )}
          <Sections
            sections={[
              { name: 'personal', content: <Details key="personal" profile={profile} part="personal" /> },
              { name: 'contact', content: <Details key="contact" profile={profile} part="contact" /> },
              { name: 'activity', content: <Activities /> },
              { name: 'votes', content: <Votes /> },
              { name: 'record', content: <RecordSection key="record" /> },
              { name: 'account', content: <AccountManagement profile={profile} /> },
            ]}
          />
        </>
      ) : (
        <Notice
          heading="h1"
          title={t('login.title')}
          actions={
            <>
              <ButtonLink href="/login?returnTo=%2Fprofile">{t('login.action')}</ButtonLink>
              <ButtonLink href="/" look="plain">
                {t('login.home')}
              </ButtonLink>
            </>
          }
        >
          {t('login.text')}
        </Notice>
      )}
    </div>
  );
}

function RecordSection() {
  const { t } = useTexts('profile');
  return (
    <ErrorBoundary fallback={<FormError>{t('list.failed')}</FormError>}>
      <Suspense fallback={<p className="py-6 text-ink-soft">{t('list.loading')}</p>}>
        <Record />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Whether somebody comes fresh from the registration. What the address says of it gives no right, and goes (decision 1). */
function useWelcome(): boolean {
  const { search } = usePageContext().urlParsed;
  const [isNew] = useState(search.newUser === 'true');
  useEffect(() => {
    const address = new URL(location.href);
    for (const name of ['authenticated', 'email', 'newUser']) address.searchParams.delete(name);
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }, []);
  return isNew;
}
