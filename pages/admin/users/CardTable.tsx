import type { SharedCardGroup } from '#modules/admin/contract/people.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import { userPath } from './addresses.ts';

/** Cards that several accounts have paid with, and whose those are; `except` is the one whose page it is. */
export function CardTable({ cards, except }: { cards: SharedCardGroup[]; except: number }) {
  const { t } = useTexts('admin-users');
  return (
    <ScrollRegion label={t('list.cards')}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b-2 border-ink text-left">
            <th className="px-2 py-1">{t('cards.card')}</th>
            <th className="px-2 py-1">{t('cards.accounts')}</th>
            <th className="px-2 py-1">{t('cards.lastUsed')}</th>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr key={card.newestPaymentId} className="border-b border-rule align-top">
              <td className="px-2 py-2">
                <CardName card={card} />
              </td>
              <td className="px-2 py-2">
                <Sharers card={card} except={except} />
              </td>
              <td className="px-2 py-2">
                <LocalTime moment={card.lastUsedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function CardName({ card: { cardBrand, cardLast4 } }: { card: SharedCardGroup }) {
  const { t } = useTexts('admin-users');
  if (!cardBrand || !cardLast4) return <>{t('cards.unknown')}</>;
  const brand = cardBrand.charAt(0).toUpperCase() + cardBrand.slice(1); // the provider writes it small
  return <>{t('cards.ending', { brand, last4: cardLast4 })}</>;
}

/** The accounts, each with a way to it. */
export function Sharers({ card: { users, accounts }, except }: { card: SharedCardGroup; except?: number }) {
  const { t } = useTexts('admin-users');
  const more = accounts - users.length;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {users
        .filter(({ id }) => id !== except)
        .map(({ id, username }) => (
          <li key={id}>
            <a href={userPath(id)} className="font-semibold underline decoration-field underline-offset-4">
              {username ?? `#${id}`}
            </a>
            {username && <span className="text-ink-soft">{` #${id}`}</span>}
          </li>
        ))}
      {more > 0 && <li className="text-ink-soft">{t('cards.more', { count: more })}</li>}
    </ul>
  );
}
