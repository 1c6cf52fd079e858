import type { Deletion } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import type { Page } from '#src/shared/paging.ts';
import { deletionsPath, firstDeletions } from './addresses.ts';
import { DeletionButtons } from './DeletionButtons.tsx';
import { Leaving } from './Deletions.tsx';

/** How many stand above the table; the rest has a list of its own. */
const shown = 3;

/** What somebody has to decide, before anything else on the page. */
export function WaitingDeletions() {
  const { t } = useTexts('admin-users');
  const { data: waiting } = useApi<Page<Deletion>>(firstDeletions);
  if (!waiting || waiting.total === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mb-6 border-l-4 border-brand bg-sheet p-4">
      <h2 id="waiting" className="text-lg">
        {t('deletions.waiting', { count: waiting.total })}
      </h2>
      <ul>
        {waiting.items.slice(0, shown).map((deletion) => (
          <li
            key={deletion.id}
            className="grid items-start gap-x-6 gap-y-2 border-t border-rule py-3 text-sm first:border-0 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_minmax(0,15rem)]"
          >
            <div>
              <Leaving user={deletion.user} />
            </div>
            <div>
              <p className="[overflow-wrap:anywhere]">{deletion.reason}</p>
              <p className="text-ink-soft">
                {t('deletions.since')} <LocalTime moment={deletion.provedAt} />
              </p>
            </div>
            <DeletionButtons deletion={deletion} />
          </li>
        ))}
      </ul>
      {waiting.total > shown && (
        <a
          href={deletionsPath}
          className="inline-flex min-h-10 items-center font-semibold underline underline-offset-4"
        >
          {t('deletions.all')}
        </a>
      )}
    </section>
  );
}
