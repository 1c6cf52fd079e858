import type { Profile } from '#modules/accounts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';

/** What somebody's ballots come to; money in US dollars, as it is booked (decision 4). */
export function Tiles({ profile }: { profile: Profile }) {
  const { t } = useTexts('profile');
  const { language } = usePageContext();
  const tiles = [
    ['votes', formatNumber(language, profile.totalVotes)],
    ['spent', formatMoney(profile.totalSpent, 'USD', language)],
    ['average', formatMoney(profile.avgVoteAmount, 'USD', language)],
    ['last', profile.lastVoteAt ? <LocalTime key="last" moment={profile.lastVoteAt} /> : t('tile.never')],
  ] as const;
  return (
    <dl className="mt-6 grid grid-cols-2 border-t border-l border-rule lg:grid-cols-4">
      {tiles.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end border-r border-b border-rule bg-sheet p-4">
          <dt className="text-sm text-ink-soft">{t(`tile.${name}`)}</dt>
          <dd className="numeral text-2xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
