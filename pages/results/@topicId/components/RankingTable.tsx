import { useTranslation } from 'react-i18next';
import type { OwnBallot, ResultRow } from '../../../../modules/voting/contract.ts';
import { formatNumber } from '../../../../renderer/format.ts';
import { usePageContext } from '../../../../renderer/page-context.tsx';
import { Place } from '../../../../renderer/ui/Place.tsx';

/** The crowd's whole ranking as a table that can be read aloud; the bars share one scale. */
export function RankingTable({ rows, mine }: { rows: ResultRow[]; mine: OwnBallot[] }) {
  const { t } = useTranslation('results');
  const { language } = usePageContext();
  const most = Math.max(1, ...rows.map((row) => row.totalPoints));
  const own = mine[0]?.ranking ?? [];
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
        {rows.map((row) => {
          const place = own.indexOf(row.id) + 1;
          return (
            <tr key={row.id} className="border-b border-rule align-top">
              <td className="py-3 pr-3">
                <Place rank={row.rank} />
                <span className="sr-only">{row.rank}</span>
              </td>
              <th scope="row" className="py-3 font-normal">
                <span className="font-semibold">{row.name}</span>
                {place > 0 && (
                  <span className="ml-2 inline-block rounded-sm border border-brand px-1.5 text-sm font-semibold text-brand">
                    {t('yourPlace', { place })}
                  </span>
                )}
                <span lang="en" className="block text-sm text-ink-soft">
                  {row.description}
                </span>
                <span aria-hidden className="mt-2 block h-2 bg-rule">
                  <span className="block h-2 bg-ink" style={{ width: `${(100 * row.totalPoints) / most}%` }} />
                </span>
              </th>
              <td className="numeral py-3 pl-3 text-right text-xl">{formatNumber(language, row.totalPoints)}</td>
              <td className="py-3 pl-3 text-right tabular-nums max-sm:hidden">
                {formatNumber(language, row.totalVotes)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
