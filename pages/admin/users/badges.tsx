import type { UserState } from '#modules/accounts/contract/admin.ts';
import type { Profile } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';
import type { Role } from '#src/shared/viewer.ts';

const badge = 'inline-block rounded-sm border-2 px-1.5 font-sans text-sm font-semibold whitespace-nowrap';

/** What somebody may do (specification 2, section 6): admins stand out, moderators less, and users are most people. */
export function RoleBadge({ role }: { role: Role }) {
  const { t } = useTexts('admin-users');
  if (role === 'user') return <>{t('role.user')}</>;
  return (
    <span className={classes(badge, role === 'admin' ? 'border-ink bg-ink text-paper' : 'border-field')}>
      {t(`role.${role}`)}
    </span>
  );
}

/** Where an account stands; what is usual is plain. */
export function StateBadge({ state }: { state: UserState }) {
  const { t } = useTexts('admin-users');
  const look = {
    active: '',
    unverified: 'border-field text-ink-soft',
    suspended: 'border-danger text-danger',
    erased: '',
  };
  if (!look[state])
    return <span className={state === 'erased' ? 'text-ink-soft' : undefined}>{t(`state.${state}`)}</span>;
  return <span className={classes(badge, look[state])}>{t(`state.${state}`)}</span>;
}

/** How far the check of somebody's identity is. */
export function KycText({ status }: { status: Profile['kycStatus'] }) {
  const { t } = useTexts('admin-users');
  const look = {
    none: 'text-ink-soft',
    pending: 'font-semibold',
    verified: 'text-active',
    rejected: 'font-semibold text-danger',
  };
  return <span className={classes('whitespace-nowrap', look[status])}>{t(`kyc.${status}`)}</span>;
}

/** Whether an address or number is proved; said in words where it is not. */
export function Proof({ verified }: { verified: boolean }) {
  const { t } = useTexts('admin-users');
  return (
    <span className={classes('text-sm', verified ? 'text-active' : 'font-semibold text-danger')}>
      {t(verified ? 'verified' : 'notVerified')}
    </span>
  );
}
