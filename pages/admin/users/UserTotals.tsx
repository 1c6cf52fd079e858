import type { AdminUser } from '#modules/admin/contract/people.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { formatMoney } from '#src/shared/money.ts';

/** What somebody's ballots come to; money in US dollars. */
export function UserTotals({ user }: { user: AdminUser }) {
  const { t } = useTexts('admin-users');
  const { language } = usePageContext();
  const tiles = [
    ['votes', formatNumber(language, user.totalVotes)],
    ['spent', formatMoney(user.totalSpent, 'USD', language)],
    ['average', formatMoney(user.avgVoteAmount, 'USD', language)],
    ['lastVote', user.lastVoteAt ? <LocalTime key="last" moment={user.lastVoteAt} /> : t('never')],
  ] as const;
  return (
    <dl className="grid grid-cols-2 border-t border-l border-rule xl:grid-cols-4">
      {tiles.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end border-r border-b border-rule bg-sheet p-3">
          <dt className="text-sm text-ink-soft">{t(`facts.${name}`)}</dt>
          <dd className="numeral text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
