import type { SharedCardGroup } from '#modules/admin/contract/people.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { PageQuery } from '#src/shared/paging.ts';
import { askedOf } from '../components/asked.ts';
import { DataTable } from '../components/DataTable.tsx';
import { apis, cardsPath } from './addresses.ts';
import { CardName, Sharers } from './CardTable.tsx';

/** Groups of accounts that share a card. */
export function SharedCards() {
  const { t } = useTexts('admin-users');
  const asked = askedOf(PageQuery, usePageContext().urlParsed.search);
  return (
    <>
      <p className="mb-4 max-w-2xl text-ink-soft">{t('cards.explained')}</p>
      <DataTable<SharedCardGroup>
        label={t('list.cards')}
        api={apis.cards}
        path={cardsPath}
        asked={asked}
        keyOf={({ newestPaymentId }) => newestPaymentId}
        empty={t('cards.none')}
        columns={[
          { name: 'card', label: t('cards.card'), cell: (card) => <CardName card={card} /> },
          { name: 'accounts', label: t('cards.accounts'), cell: (card) => <Sharers card={card} /> },
          { name: 'used', label: t('cards.lastUsed'), cell: ({ lastUsedAt }) => <LocalTime moment={lastUsedAt} /> },
        ]}
      />
    </>
  );
}
