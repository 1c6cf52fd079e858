import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeUser } from '#modules/accounts/contract/admin.ts';
import { kycStatuses, type Profile } from '#modules/accounts/contract/index.ts';
import type { AdminUser } from '#modules/admin/contract/people.ts';
import { kycFromCents } from '#modules/prizes/rules/awards.ts';
import { usePageContext, useUser } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { apis } from './addresses.ts';
import { nameOf } from './name-of.ts';
import { RoleField } from './RoleField.tsx';
import { SelectField } from './SelectField.tsx';

/** Role and identity check, or why they cannot be changed. */
export function ChangeForm({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  const viewer = useUser();
  if (user.state === 'unverified') return <p>{t('change.unverified')}</p>;
  if (user.id === viewer?.id) return <p>{t('change.own')}</p>;
  return <Fields user={user} />;
}

function Fields({ user }: { user: AdminUser }) {
  const { id, role, kycStatus } = user;
  const { t } = useTexts('admin-users');
  const { language } = usePageContext();
  const queryClient = useQueryClient();
  // Only what is changed here is sent: what another admin has changed meanwhile stays.
  const [draft, setDraft] = useState<ChangeUser>({});
  const { form, errors, failure, submit } = useForm<AdminUser>(`${apis.user}/${id}`, {
    method: 'PUT',
    repeatable: true,
    prepare: () => draft,
    onSuccess(changed) {
      queryClient.setQueryData([`${apis.user}/${id}`], changed);
      setDraft({});
      toast({ title: t('change.done', { username: nameOf(user) }) });
      void queryClient.invalidateQueries();
    },
  });
  const isSame = (draft.role ?? role) === role && (draft.kycStatus ?? kycStatus) === kycStatus;
  return (
    <form {...form} className="space-y-4">
      <FormError title={t('change.failed')}>{failure}</FormError>
      <RoleField
        value={draft.role ?? role}
        onChange={(chosen) => setDraft({ ...draft, role: chosen })}
        error={errors.role}
      />
      <SelectField
        name="kycStatus"
        label={t('change.kyc')}
        hint={t('change.kycHint', { amount: formatMoney(kycFromCents, 'USD', language) })}
        value={draft.kycStatus ?? kycStatus}
        onChange={({ target }) => setDraft({ ...draft, kycStatus: target.value as Profile['kycStatus'] })}
        options={kycStatuses.map((status) => ({ value: status, label: t(`kyc.${status}`) }))}
        error={errors.kycStatus}
      />
      <Button {...submit} size="sm" disabled={submit.disabled || isSame}>
        {t('change.submit')}
      </Button>
    </form>
  );
}
