import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../../modules/voting/contract.ts';
import { classes } from '../../../../renderer/ui/classes.ts';
import type { Ranking } from './ranking.ts';

interface ChoiceListProps {
  choices: Choice[];
  ranking: Ranking;
  /** No place is free: a press says so instead of adding. */
  full: boolean;
  onAdd(id: number): void;
  onRemove(id: number): void;
}

/** All choices; a press puts one on the next free place, another takes it off again. */
export function ChoiceList({ choices, ranking, full, onAdd, onRemove }: ChoiceListProps) {
  const { t } = useTranslation('vote');
  return (
    <section aria-labelledby="choices" className="mt-8">
      <h2 id="choices" className="text-xl">
        {t('choices.title')}
      </h2>
      <p className="mt-1 text-ink-soft">{full ? t('choices.full') : t('choices.hint')}</p>
      <ul className="mt-4 grid gap-2 sm:grid-cols-2">
        {choices.map(({ id, name, description }) => {
          const place = ranking.indexOf(id) + 1;
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={place > 0}
                onClick={() => (place > 0 ? onRemove(id) : onAdd(id))}
                className={classes(
                  'flex min-h-16 w-full items-center gap-3 rounded-sm border-2 px-3 py-2 text-left transition-colors duration-150',
                  place > 0 ? 'border-brand bg-brand-wash' : 'border-rule bg-sheet hover:border-ink',
                  full && place === 0 && 'opacity-60',
                )}
              >
                <span
                  className={classes(
                    'numeral grid size-9 shrink-0 place-items-center rounded-sm text-xl',
                    place > 0 ? 'bg-brand text-on-brand' : 'border border-dashed border-field text-ink-soft',
                  )}
                >
                  {place > 0 ? place : <Plus aria-hidden size={18} />}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-ink-soft">{description}</span>
                </span>
                {place > 0 && <Check aria-hidden size={18} className="shrink-0 text-brand" />}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
