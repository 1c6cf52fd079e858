import { lazy } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useUser } from '../../app/page-context.tsx';
import { OnFirstUse } from '../../ui/OnFirstUse.tsx';

const load = () => import('./SubscriptionCenter.tsx');
const SubscriptionCenter = lazy(load);

/** Opens the subscription center (specification 1, section 2); its code and its texts come with the first use. */
export function SubscriptionButton({ className }: { className: string }) {
  const { t } = useTexts();
  const user = useUser();
  const trigger = { className, children: t('subscription.open') };
  return (
    // The key: what one person has typed is gone when another signs in.
    <OnFirstUse key={user?.id ?? 'visitor'} kind="dialog" trigger={trigger} load={load}>
      <SubscriptionCenter trigger={trigger} />
    </OnFirstUse>
  );
}
