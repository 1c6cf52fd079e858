import type { HeadToHead, ResultRow } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';

interface DuelTableProps {
  topicId: number;
  /** The choices that somebody has ranked, in the order of the results. */
  rows: ResultRow[];
}

/** Every choice against every other: ballots above and ballots below; the choice that more ballots prefer is bold. */
export default function DuelTable({ topicId, rows }: DuelTableProps) {
  const { t } = useTexts('results');
  const { data, isError, refetch } = useApi<HeadToHead>(`/api/topics/${topicId}/head-to-head`);
  if (isError) {
    return (
      <div className="space-y-4 py-6">
        <FormError>{t('duels.failed')}</FormError>
        <Button look="plain" onClick={() => void refetch()}>
          {t('duels.again')}
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <p role="status" className="py-6 text-ink-soft">
        {t('duels.loading')}
      </p>
    );
  }
  const wins = new Map(data.flatMap(({ id, above }) => above.map((other) => [`${id} ${other.id}`, other.ballots])));
  const caption = t('duels.caption');
  return (
    <ScrollRegion label={caption}>
      <table className="mt-4 border-separate border-spacing-0 text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td className="sticky left-0 z-10 border-b-2 border-ink bg-paper" />
            {rows.map(({ id, rank, name }) => (
              <th key={id} scope="col" className="min-w-24 border-b-2 border-ink px-2 py-2 align-bottom text-sm">
                <span className="numeral block text-xl">{rank}</span>
                <span className="line-clamp-3">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, rank, name }) => (
            <tr key={id}>
              <th
                scope="row"
                className="sticky left-0 z-10 w-32 min-w-32 border-r border-b border-rule bg-paper py-2 pr-3 text-sm sm:w-56 sm:min-w-56 sm:text-base"
              >
                <span className="flex gap-2">
                  <span className="numeral text-xl">{rank}</span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
                </span>
              </th>
              {rows.map((other) => (
                <Cell key={other.id} own={id} other={other.id} wins={wins} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Cell({ own, other, wins }: { own: number; other: number; wins: Map<string, number> }) {
  const { language } = usePageContext();
  if (own === other) return <td className="border-b border-rule bg-rule/50" />;
  const above = wins.get(`${own} ${other}`) ?? 0;
  const below = wins.get(`${other} ${own}`) ?? 0;
  return (
    <td
      className={classes(
        'border-b border-rule px-2 py-2 whitespace-nowrap tabular-nums',
        above > below ? 'font-bold' : 'text-ink-soft',
      )}
    >
      {`${formatNumber(language, above)} : ${formatNumber(language, below)}`}
    </td>
  );
}
