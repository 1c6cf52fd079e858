import { lazy } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { OnFirstUse } from '#renderer/ui/OnFirstUse.tsx';

const load = () => import('./ForgotDialog.tsx');
const ForgotDialog = lazy(load);

/** Opens the dialog for a forgotten password; its code comes with the first use. */
export function ForgotButton({ email }: { email(): string }) {
  const { t } = useTexts('auth');
  const trigger = {
    className: 'mt-3 inline-flex min-h-11 items-center underline underline-offset-4',
    children: t('forgot.open'),
  };
  return (
    <OnFirstUse kind="dialog" trigger={trigger} load={load}>
      <ForgotDialog trigger={trigger} email={email} />
    </OnFirstUse>
  );
}
