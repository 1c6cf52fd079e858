import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { NewTabLink } from './NewTabLink.tsx';

const points = ['age', 'messages', 'optOut', 'cost'] as const;

/** The terms in short, with the way to all of them. It takes the focus when it appears. */
export function TermsSummary({ onBack }: { onBack(): void }) {
  const { t } = useLazyTexts('subscription');
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="space-y-4">
      <Button ref={back} look="quiet" className="-ml-5" onClick={onBack}>
        <ArrowLeft aria-hidden size={18} />
        {t('summary.back')}
      </Button>
      <p>{t('summary.intro')}</p>
      <ul className="list-disc space-y-2 pl-6">
        {points.map((point) => (
          <li key={point}>{t(`summary.${point}`)}</li>
        ))}
      </ul>
      <NewTabLink href="/terms-of-service">{t('summary.full')}</NewTabLink>
    </div>
  );
}
