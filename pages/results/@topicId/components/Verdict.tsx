import type { ResultRow } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';

/** How sure the ranking is: it moves still, it waits for the final check, or it stays for good. */
export type Standing = 'live' | 'provisional' | 'final';

const looks: Record<Standing, string> = { live: 'bg-active', provisional: 'bg-upcoming', final: 'bg-closed' };

/** The whole result in one sentence, and how sure it is. */
export function Verdict({ rows: [first, second], standing }: { rows: ResultRow[]; standing: Standing }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  if (!first || !second) return <State standing={standing} />;
  const lead = first.totalPoints - second.totalPoints;
  const points = t('points', { count: first.totalPoints, formatted: formatNumber(language, first.totalPoints) });
  const kind = lead === 0 ? 'tie' : standing === 'final' ? 'final' : 'leading';
  return (
    <>
      <State standing={standing} />
      <p className="mt-3 max-w-3xl text-xl [overflow-wrap:anywhere]">
        {t(`verdict.${kind}`, {
          first: first.name,
          second: second.name,
          points,
          lead: formatNumber(language, lead),
        })}
      </p>
    </>
  );
}

function State({ standing }: { standing: Standing }) {
  const { t } = useTexts('results');
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      <span className={classes('rounded-sm px-2 py-0.5 text-sm font-semibold text-on-status', looks[standing])}>
        {t(`state.${standing}`)}
      </span>
      {standing !== 'final' && t(`label.${standing}`)}
    </p>
  );
}
