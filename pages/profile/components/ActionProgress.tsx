import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '#renderer/app/texts.ts';

const steps = ['requested', 'email', 'sms', 'emailVerified', 'phoneVerified', 'review', 'completed'] as const;
const overMs = 2_000; // specification 2, section 9

/** What was sent with a fresh request. */
export interface Sent {
  id: number;
  emailSent: boolean;
  smsSent: boolean;
}

/** How far a request is: seven steps, ticked as they are done, and then on to the codes. */
export function ActionProgress({ sent, onOver }: { sent: Sent; onOver(): void }) {
  const { t } = useTexts('profile');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(onOver, overMs);
    return () => clearTimeout(timer);
  }, []);
  const done: Partial<Record<(typeof steps)[number], boolean>> = {
    requested: true,
    email: sent.emailSent,
    sms: sent.smsSent,
  };
  const percent = Math.round((100 * steps.filter((step) => done[step]).length) / steps.length);
  return (
    <div>
      <div
        role="progressbar"
        aria-label={t('action.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 bg-rule"
      >
        <div className="h-3 bg-active" style={{ width: `${percent}%` }} />
      </div>
      <p className="numeral mt-2 text-2xl">{t('action.percent', { percent })}</p>
      <ul className="mt-3">
        {steps.map((step) => (
          <li key={step} className="flex items-center gap-3 border-b border-rule py-2">
            <Check aria-hidden size={20} className={done[step] ? 'text-active' : 'invisible'} />
            {t(done[step] ? 'action.stepDone' : 'action.stepOpen', { step: t(`action.step.${step}`) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
