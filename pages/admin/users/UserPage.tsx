import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { addressWith } from '../components/asked.ts';
import { sectionPath } from '../sections.ts';
import { apis, usersPath } from './addresses.ts';
import { RoleBadge, StateBadge } from './badges.tsx';
import { CardTable } from './CardTable.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { CodeButtons } from './CodeButtons.tsx';
import { nameOf } from './name-of.ts';
import { Sessions } from './Sessions.tsx';
import { Suspension } from './Suspension.tsx';
import { UserFacts } from './UserFacts.tsx';
import { UserTotals } from './UserTotals.tsx';

/** One user: what is known, what admins may change, and the ways on. */
export function UserPage({ id }: { id: number }) {
  const { t } = useTexts('admin-users');
  const { data: user, isError } = useApi<AdminUser>(`${apis.user}/${id}`);
  return (
    <>
      <p className="mb-4 print:hidden">
        <a href={usersPath} className="inline-flex min-h-10 items-center gap-2 font-semibold hover:underline">
          <ArrowLeft aria-hidden size={18} />
          {t('back')}
        </a>
      </p>
      {isError && <FormError>{t('admin:failed')}</FormError>}
      {user ? <Everything user={user} /> : !isError && <p className="text-ink-soft">{t('admin:loading')}</p>}
    </>
  );
}

function Everything({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  const isThere = user.state !== 'erased';
  return (
    <>
      <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-2xl [overflow-wrap:anywhere]">{nameOf(user)}</h2>
        <RoleBadge role={user.role} />
        <StateBadge state={user.state} />
      </header>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="space-y-8">
          <UserTotals user={user} />
          <Part title={t('facts.title')}>
            <UserFacts user={user} />
            {user.codesDue.length > 0 && <CodeButtons user={user} />}
          </Part>
          <Part title={t('list.cards')}>
            {user.sharedCards.length === 0 ? (
              <p className="text-ink-soft">{t('cards.ownNone')}</p>
            ) : (
              <CardTable cards={user.sharedCards} except={user.id} />
            )}
          </Part>
          <p>
            <a
              href={addressWith(sectionPath('activity'), { subjectKind: 'user', subjectId: user.id })}
              className="font-semibold underline underline-offset-4"
            >
              {t('audit')}
            </a>
          </p>
        </div>
        {isThere && (
          <div className="space-y-8">
            <Part title={t('change.title')}>
              <ChangeForm user={user} />
            </Part>
            <Part title={t('suspend.title')}>
              <Suspension user={user} />
            </Part>
            <Part title={t('sessions.title')}>
              <Sessions user={user} />
            </Part>
            <Requests user={user} />
            <Activities user={user} />
          </div>
        )}
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h3 className="border-b border-ink pb-1 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function Requests({ user: { openActions } }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  if (openActions.length === 0) return null;
  return (
    <Part title={t('requests.title')}>
      <ul className="text-sm">
        {openActions.map(({ id, actionType, status, requestedAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1">
            <span>
              <span className="font-semibold">{t(`requests.${actionType}`)}</span>{' '}
              {t(status === 'pending' ? 'requests.pending' : `requests.processing.${actionType}`)}
            </span>
            <span className="text-ink-soft">
              <LocalTime moment={requestedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Activities({ user: { activities } }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  return (
    <Part title={t('activity.title')}>
      {activities.length === 0 && <p className="text-ink-soft">{t('activity.none')}</p>}
      <ul className="text-sm">
        {activities.map(({ id, activityType, createdAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1">
            {t(`activity.${activityType}`)}
            <span className="text-ink-soft">
              <LocalTime moment={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
