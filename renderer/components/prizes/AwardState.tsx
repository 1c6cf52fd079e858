import type { OwnAward } from '#modules/prizes/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '../../ui/LocalTime.tsx';

/** Where an award stands, for its winner: what it waits for, or what became of it. */
export function AwardState({ award: { state, payableAt, reason } }: { award: OwnAward }) {
  const { t } = useTexts('prizes');
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
