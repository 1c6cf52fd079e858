import { useState } from 'react';
import type { OwnAccuracy } from '#modules/prizes/contract/index.ts';
import { accuracyOf } from '#modules/prizes/rules/accuracy.ts';
import type { Choice } from '#modules/voting/contract/index.ts';
import { pointsOf } from '#modules/voting/rules/tally.ts';
import { tierSizes } from '#modules/voting/rules/tiers.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { AwardState } from '#renderer/components/prizes/AwardState.tsx';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { formatMoney } from '#src/shared/money.ts';
import { Section } from './Section.tsx';

/** Whoever has bought more than these sees the rest when asking for it. */
const shownAtFirst = 6;

interface OwnAccuraciesProps {
  accuracies: OwnAccuracy[];
  choices: Choice[];
}

/** The voter's own ballots held against the crowd, place by place; those that compete come first. */
export function OwnAccuracies({ accuracies, choices }: OwnAccuraciesProps) {
  const { t } = useTexts('prizes');
  const [all, setAll] = useState(false);
  const standing = (place: number | null) => place ?? Number.POSITIVE_INFINITY;
  const sorted = accuracies.toSorted((a, b) =>
    standing(a.place) === standing(b.place) ? b.accuracy - a.accuracy : standing(a.place) - standing(b.place),
  );
  const hidden = all ? 0 : Math.max(0, sorted.length - shownAtFirst);
  return (
    <Section id="own" title={t('accuracy.title')}>
      <p className="mt-2 max-w-[68ch] text-ink-soft">{t('accuracy.text')}</p>
      <div className="mt-6 grid gap-6 md:grid-cols-2 xl:grid-cols-3">
        {sorted.slice(0, sorted.length - hidden).map((own) => (
          <Measured key={own.ballotId} own={own} choices={choices} />
        ))}
      </div>
      {hidden > 0 && (
        <Button look="plain" className="mt-6" onClick={() => setAll(true)}>
          {t('accuracy.more', { count: hidden })}
        </Button>
      )}
    </Section>
  );
}

function Measured({ own, choices }: { own: OwnAccuracy; choices: Choice[] }) {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const { award } = own;
  const name = t('accuracy.heading', { size: tierSizes[own.tier] });
  const amount = formatMoney(award?.cents ?? 0, 'USD', language);
  return (
    <article className="slip min-w-0 p-5">
      <h3 className="text-xl">{name}</h3>
      <p className="mt-1 font-semibold">{useOutcome(own)}</p>
      {award && (
        <p className="mt-3 border-l-4 border-active pl-3">
          <span className="wide block text-2xl">
            {award.state === 'withheld' ? amount : t('award.won', { amount })}
          </span>
          <AwardState award={award} />
        </p>
      )}
      <PlaceByPlace own={own} choices={choices} caption={name} />
    </article>
  );
}

/** What the ballot came to in the contest of its tier. */
function useOutcome({ tier, place, entrants, accuracy, eligible }: OwnAccuracy): string {
  const { t } = useTexts('prizes');
  const { language } = usePageContext();
  const contest = { tier: t('tier', { size: tierSizes[tier] }) };
  if (place !== null) {
    const [at, of] = [place, entrants].map((number) => formatNumber(language, number));
    return t('accuracy.stands', { ...contest, place: at, entrants: of });
  }
  if (!eligible) return t('accuracy.barred');
  return accuracy === 0 ? t('accuracy.zero') : t('accuracy.better', contest);
}

function PlaceByPlace({ own, choices, caption }: { own: OwnAccuracy; choices: Choice[]; caption: string }) {
  const { t } = useTexts('prizes');
  const nameOf = (id: number) => choices.find((choice) => choice.id === id)?.name;
  // What the same choices would have reached in the crowd's own order.
  const best = accuracyOf(
    own.places.map(({ place }) => place),
    (place) => place,
  );
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="py-1 pr-2">
            {t('accuracy.place')}
          </th>
          <th scope="col" className="py-1 pr-2">
            {t('accuracy.choice')}
          </th>
          <th scope="col" className="py-1 pr-2 text-right">
            {t('accuracy.rank')}
          </th>
          <th scope="col" className="py-1 text-right">
            {t('accuracy.points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {own.places.map(({ choiceId, place, rank, points }) => (
          <tr key={place} className="border-b border-rule">
            <td className="numeral py-1.5 pr-2 text-xl">{place}</td>
            <th scope="row" className="py-1.5 pr-2 leading-tight font-semibold [overflow-wrap:anywhere]">
              {nameOf(choiceId)}
            </th>
            <td className="py-1.5 pr-2 text-right tabular-nums">{rank ?? t('accuracy.unranked')}</td>
            <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
              {rank !== null && <span className="text-sm text-ink-soft">{sumOf(place, rank)} </span>}
              <span className="numeral text-xl">{points}</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-ink">
          <th scope="row" colSpan={3} className="py-2 pr-2">
            {t('accuracy.sum', { best })}
          </th>
          <td className="numeral py-2 text-right text-2xl">{own.accuracy}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What a place is worth less the distance: '9 − 2 ='. Below 0 it counts 0, as the figure after it says. */
const sumOf = (place: number, rank: number) => `${pointsOf(place)} − ${Math.abs(place - rank)} =`;
