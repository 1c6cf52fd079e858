import type { OwnBallot, ResultRow } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';
import { Place } from '#renderer/ui/Place.tsx';

/** The crowd's whole ranking as a table that can be read aloud; the bars share one scale. */
export function RankingTable({ rows, mine }: { rows: ResultRow[]; mine: OwnBallot[] }) {
  const { t } = useTexts('results');
  const most = Math.max(1, ...rows.map((row) => row.totalPoints));
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{t('rankings')}</caption>
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="w-12 py-2 pr-3">
            {t('column.rank')}
          </th>
          <th scope="col" className="py-2">
            {t('column.choice')}
          </th>
          <th scope="col" className="py-2 pl-3 text-right">
            {t('column.points')}
          </th>
          <th scope="col" className="py-2 pl-3 text-right max-sm:hidden">
            {t('column.votes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} most={most} ownPlaces={placesOf(row.id, mine)} />
        ))}
      </tbody>
    </table>
  );
}

/** On which places somebody has put a choice, over all his or her ballots. */
function placesOf(choiceId: number, ballots: OwnBallot[]): number[] {
  const places = ballots.map(({ ranking }) => ranking.indexOf(choiceId) + 1).filter((place) => place > 0);
  return [...new Set(places)].sort((a, b) => a - b);
}

function Row({ row, most, ownPlaces }: { row: ResultRow; most: number; ownPlaces: number[] }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  const votes = formatNumber(language, row.totalVotes);
  const isOwn = ownPlaces.length > 0;
  return (
    <tr className={classes('border-b border-rule align-top', isOwn && 'bg-brand-wash/60')}>
      <td className={classes('py-3 pr-3', isOwn && 'border-l-4 border-brand pl-2')}>
        <Place rank={row.rank} />
        <span className="sr-only">{row.rank}</span>
      </td>
      <th scope="row" className="py-3 font-normal [overflow-wrap:anywhere]">
        <span className="font-semibold">{row.name}</span>
        {isOwn && (
          <span className="ml-2 inline-block rounded-sm border border-brand bg-sheet px-1.5 text-sm font-semibold text-brand">
            {t('yourPlace', { place: new Intl.ListFormat(language).format(ownPlaces.map(String)) })}
          </span>
        )}
        <span lang="en" className="block text-sm text-ink-soft">
          {row.description}
        </span>
        <span className="block text-sm text-ink-soft tabular-nums sm:hidden">
          {t('ballotCount', { count: row.totalVotes, formatted: votes })}
        </span>
        <span aria-hidden className="mt-2 block h-2 bg-rule">
          <span className="block h-2 bg-ink" style={{ width: `${(100 * row.totalPoints) / most}%` }} />
        </span>
      </th>
      <td className="numeral py-3 pl-3 text-right text-xl">{formatNumber(language, row.totalPoints)}</td>
      <td className="py-3 pl-3 text-right tabular-nums max-sm:hidden">{votes}</td>
    </tr>
  );
}
