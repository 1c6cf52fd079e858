import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Topic } from '../../../../modules/voting/contract.ts';
import { inLanguage } from '../../../../modules/voting/rules/localize.ts';
import { pointsOf } from '../../../../modules/voting/rules/tally.ts';
import { usePageContext } from '../../../../renderer/page-context.tsx';
import { Button } from '../../../../renderer/ui/Button.tsx';
import { Dialog } from '../../../../renderer/ui/Dialog.tsx';
import { FormError } from '../../../../renderer/ui/Field.tsx';
import type { Ranking } from './ranking.ts';

interface BallotSlipProps {
  topic: Topic;
  ranking: Ranking;
  limit: number;
  nameOf(id: number): string;
  onMove(id: number, by: number): void;
  onRemove(id: number): void;
  onCast(): void;
  casting: boolean;
  error: string | undefined;
}

/** The slip of paper: numbered lines, filled from the top, each movable by its buttons. */
export function BallotSlip(props: BallotSlipProps) {
  const { topic, ranking, limit, nameOf, onMove, onRemove, onCast, casting, error } = props;
  const { t } = useTranslation('vote');
  const { language } = usePageContext();
  const list = useRef<HTMLOListElement>(null);

  /** A moved line keeps the focus on the button that moved it, so that it can be pressed again. */
  const moveAndStay = (id: number, by: number) => {
    onMove(id, by);
    requestAnimationFrame(() => {
      const line = list.current?.querySelector(`[data-choice="${id}"]`);
      const same = line?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`);
      (same ?? line?.querySelector<HTMLButtonElement>('[data-by]:not(:disabled)'))?.focus();
    });
  };
  const arrow = 'grid size-10 place-items-center rounded-sm hover:bg-brand-wash disabled:opacity-30';

  return (
    <section
      id="ballot"
      aria-labelledby="ballot-title"
      className="slip scroll-mt-20 p-5 max-lg:mb-16 lg:sticky lg:top-20"
    >
      <p className="text-sm text-ink-soft">{inLanguage(topic, language).name}</p>
      <h2 id="ballot-title" className="text-xl">
        {t('slip.title')}
      </h2>
      <ol ref={list} className="mt-3">
        {Array.from({ length: limit }, (_, index) => {
          const place = index + 1;
          const id = ranking[index];
          return (
            <li
              key={id ?? `free-${place}`}
              data-choice={id}
              className="flex min-h-13 items-center gap-3 border-b border-rule py-1"
            >
              <span className="numeral w-8 shrink-0 text-center text-2xl">{place}</span>
              {id === undefined ? (
                <span className="text-ink-soft">{t('slip.free', { points: pointsOf(place) })}</span>
              ) : (
                <>
                  <span className="min-w-0 flex-1 animate-rise font-semibold">{nameOf(id)}</span>
                  <span className="flex shrink-0">
                    <button
                      type="button"
                      data-by={-1}
                      disabled={place === 1}
                      aria-label={t('slip.up', { name: nameOf(id) })}
                      onClick={() => moveAndStay(id, -1)}
                      className={arrow}
                    >
                      <ArrowUp aria-hidden size={18} />
                    </button>
                    <button
                      type="button"
                      data-by={1}
                      disabled={place === ranking.length}
                      aria-label={t('slip.down', { name: nameOf(id) })}
                      onClick={() => moveAndStay(id, 1)}
                      className={arrow}
                    >
                      <ArrowDown aria-hidden size={18} />
                    </button>
                    <button
                      type="button"
                      aria-label={t('slip.remove', { name: nameOf(id) })}
                      onClick={() => onRemove(id)}
                      className={arrow}
                    >
                      <X aria-hidden size={18} />
                    </button>
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <div className="mt-5 space-y-3">
        <FormError>{error}</FormError>
        <Button className="w-full" disabled={ranking.length === 0} busy={casting} onClick={onCast}>
          {t(casting ? 'slip.casting' : 'slip.cast')}
        </Button>
        <p className="text-sm text-ink-soft">
          {t('slip.once')}{' '}
          <Dialog
            title={t('points.title')}
            closeLabel={t('points.close')}
            trigger={{ className: 'font-semibold text-ink underline underline-offset-4', children: t('points.open') }}
          >
            <div className="space-y-3">
              <p>{t('points.places')}</p>
              <p>{t('points.ties')}</p>
              <p>{t('points.hidden')}</p>
            </div>
          </Dialog>
        </p>
      </div>
    </section>
  );
}
