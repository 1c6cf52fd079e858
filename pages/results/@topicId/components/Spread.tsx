import type { ResultRow } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { Section } from './Section.tsx';
import { shadeOf } from './shades.ts';

/** Below this part of the scale a numeral does not fit on a phone. */
const leastPercent = 4;

/** How often each choice stands on each place: bars on one scale, and the same in numbers. */
export function Spread({ rows }: { rows: ResultRow[] }) {
  const { t } = useTexts('results');
  const ranked = rows.filter(({ totalVotes }) => totalVotes > 0);
  const used = Math.max(...ranked.map(({ places }) => places.findLastIndex((count) => count > 0) + 1));
  const places = Array.from({ length: used }, (_, index) => index + 1);
  return (
    <Section id="spread" title={t('spread.title')}>
      <p className="mt-2 max-w-[68ch] text-ink-soft">{t('spread.text')}</p>
      <div aria-hidden>
        <Legend places={places} />
        <Bars rows={ranked} />
      </div>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          {t('spread.table')}
        </summary>
        <PlacesTable rows={ranked} places={places} />
      </details>
    </Section>
  );
}

function Legend({ places }: { places: number[] }) {
  const { t } = useTexts('results');
  return (
    <p className="mt-4 flex flex-wrap items-center gap-px text-sm">
      <span className="mr-2 font-semibold">{t('spread.legend')}</span>
      {places.map((place) => (
        <span
          key={place}
          style={shadeOf(place)}
          className="numeral grid h-6 w-7 place-items-center border border-field"
        >
          {place}
        </span>
      ))}
    </p>
  );
}

function Bars({ rows }: { rows: ResultRow[] }) {
  const { language } = usePageContext();
  const most = Math.max(...rows.map(({ totalVotes }) => totalVotes));
  return (
    <ol className="mt-4 space-y-2">
      {rows.map(({ id, rank, name, totalVotes, places }) => (
        <li key={id} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[13rem_1fr]">
          <span className="flex min-w-0 gap-2 text-sm">
            <span className="numeral w-5 shrink-0 text-right text-base">{rank}</span>
            <span className="truncate font-semibold">{name}</span>
            <span className="ml-auto tabular-nums">{formatNumber(language, totalVotes)}</span>
          </span>
          <span className="flex h-7 overflow-hidden" style={{ width: `${(100 * totalVotes) / most}%` }}>
            {places.map((count, index) =>
              count === 0 ? null : (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: a place is what its number is
                  key={index}
                  style={{ ...shadeOf(index + 1), flexGrow: count }}
                  className="numeral grid min-w-0 basis-0 place-items-center overflow-hidden border-y border-r border-field text-sm first:border-l"
                >
                  {(100 * count) / most >= leastPercent && index + 1}
                </span>
              ),
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function PlacesTable({ rows, places }: { rows: ResultRow[]; places: number[] }) {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  const caption = t('spread.caption');
  return (
    <ScrollRegion label={caption}>
      <table className="mt-2 w-full border-collapse text-left">
        <caption className="pb-2 text-left text-sm text-ink-soft">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-ink text-sm">
            <th scope="col" className="py-2 pr-3">
              {t('column.choice')}
            </th>
            {places.map((place) => (
              <th key={place} scope="col" className="numeral px-2 py-2 text-right text-lg">
                {place}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-rule">
              <th scope="row" className="min-w-32 py-2 pr-3 font-semibold">
                {row.name}
              </th>
              {places.map((place) => (
                <td key={place} className="px-2 py-2 text-right tabular-nums">
                  {formatNumber(language, row.places[place - 1] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
