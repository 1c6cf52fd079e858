import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '#modules/accounts/contract/index.ts';
import type { AccountAction, ActionType } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { ActionProgress, type Sent } from './ActionProgress.tsx';
import { ActionReason } from './ActionReason.tsx';
import { ActionVerify } from './ActionVerify.tsx';

interface ActionCardProps {
  type: ActionType;
  profile: Profile;
  /** The request of this kind that is open, if there is one. */
  open: AccountAction | undefined;
}

type Step =
  | { name: 'form' }
  | { name: 'progress'; sent: Sent }
  | { name: 'verify'; actionId: number }
  | { name: 'done' };

/** A card for an export or for the deletion, and its dialog: reason, progress, codes (specification 2, section 2.1). */
export function ActionCard({ type, profile, open }: ActionCardProps) {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const first: Step = open?.status === 'pending' ? { name: 'verify', actionId: open.id } : { name: 'form' };
  const [step, setStep] = useState<Step | null>(null);
  const shown = step ?? first;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['/api/account/actions'] });
  const possible = profile.phoneNumber !== null;
  const title = t(`action.${type}.title`);
  return (
    <article className="slip flex flex-col gap-3 p-5">
      <h3 className="text-xl">{title}</h3>
      <p className="text-ink-soft">{t(`action.${type}.text`)}</p>
      {/* The dialog stays until it is closed: it says what comes next. */}
      {possible && (open?.status !== 'processing' || step?.name === 'done') ? (
        <div className="mt-auto">
          <Dialog
            title={title}
            closeLabel={t('action.close')}
            trigger={{ className: buttonClasses('plain'), children: title }}
            onClose={() => {
              setStep(null);
              refresh();
            }}
          >
            {shown.name === 'form' && (
              <ActionReason type={type} onSent={(sent) => setStep({ name: 'progress', sent })} />
            )}
            {shown.name === 'progress' && (
              <ActionProgress sent={shown.sent} onOver={() => setStep({ name: 'verify', actionId: shown.sent.id })} />
            )}
            {shown.name === 'verify' && (
              <ActionVerify
                actionId={shown.actionId}
                type={type}
                onBack={() => setStep({ name: 'form' })}
                onDone={() => {
                  setStep({ name: 'done' });
                  refresh();
                }}
              />
            )}
            {shown.name === 'done' && <p role="status">{t(`action.${type}.done`)}</p>}
          </Dialog>
        </div>
      ) : (
        <p className="mt-auto font-semibold">{t(possible ? 'action.underWay' : 'action.needsPhone')}</p>
      )}
    </article>
  );
}
