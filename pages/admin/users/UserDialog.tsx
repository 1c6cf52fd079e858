import { Dialog } from 'radix-ui';
import { useState } from 'react';
import type { AdminUser, AdminUserRow } from '#modules/admin/contract/people.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { apis, userPath } from './addresses.ts';
import { RoleBadge, StateBadge } from './badges.tsx';
import { nameOf } from './name-of.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserTotals } from './UserTotals.tsx';

/** A user's name in the table: opens the details, and from there the page on which the user is edited. */
export function UserDialog({ user }: { user: AdminUserRow }) {
  const { t } = useTexts('admin-users');
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label={t('details', { username: nameOf(user) })}
        className="min-h-6 text-left font-semibold underline decoration-field underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        {nameOf(user)}
      </Dialog.Trigger>
      <DialogFrame title={nameOf(user)} closeLabel={t('admin:close')}>
        <Details user={user} close={() => setOpen(false)} />
      </DialogFrame>
    </Dialog.Root>
  );
}

function Details({ user: { id, role, state }, close }: { user: AdminUserRow; close(): void }) {
  const { t } = useTexts('admin-users');
  const { data: user, isError } = useApi<AdminUser>(`${apis.user}/${id}`, { staleTime: 0 });
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-3">
        <RoleBadge role={role} />
        <StateBadge state={state} />
      </p>
      {isError ? (
        <FormError>{t('admin:failed')}</FormError>
      ) : user ? (
        <>
          <UserTotals user={user} />
          {user.suspendedReason && (
            <p className="border-l-4 border-danger pl-3 [overflow-wrap:anywhere]">{user.suspendedReason}</p>
          )}
          <UserFacts user={user} brief />
        </>
      ) : (
        <p className="min-h-60 text-ink-soft">{t('admin:loading')}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={userPath(id)} data-first>
          {t('edit')}
        </ButtonLink>
        <Button look="plain" onClick={close}>
          {t('admin:close')}
        </Button>
      </div>
    </div>
  );
}
