import { useTranslation } from 'react-i18next';
import type { OwnAward } from '#modules/prizes/contract/index.ts';
import { LocalTime } from '../../ui/LocalTime.tsx';

/** Where an award stands, for its winner: what it waits for, or what became of it. */
export function AwardState({ award: { state, payableAt, reason } }: { award: OwnAward }) {
  const { t } = useTranslation('prizes');
  return (
    <span>
      {t(`award.${state}`, { reason })}
      {state === 'waiting' && (
        <>
          {' '}
          <LocalTime moment={payableAt} />
        </>
      )}
    </span>
  );
}
