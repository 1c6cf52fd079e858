import { type ReactNode, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import type { Page } from '#src/shared/paging.ts';

interface PagedProps<Item> {
  /** The list's address, without its page. */
  address: `/api/${string}`;
  title: string;
  empty: ReactNode;
  children(items: Item[]): ReactNode;
}

/** A list that is fetched when it is opened, page by page, with its loading, empty and error states. */
export function Paged<Item>({ address, title, empty, children }: PagedProps<Item>) {
  const { t } = useTexts('profile');
  const [page, setPage] = useState(1);
  const { data: found, isPending, isError, refetch } = useApi<Page<Item>>(`${address}?page=${page}`);
  return (
    <section aria-label={title} aria-busy={isPending}>
      <h2 className="border-b-2 border-ink pb-3 text-2xl">{title}</h2>
      {isPending && <p className="py-6 text-ink-soft">{t('list.loading')}</p>}
      {isError && (
        <div className="space-y-4 py-6">
          <FormError>{t('list.failed')}</FormError>
          <Button look="plain" onClick={() => void refetch()}>
            {t('list.again')}
          </Button>
        </div>
      )}
      {found?.total === 0 && <div className="py-6 text-ink-soft">{empty}</div>}
      {found && found.items.length > 0 && children(found.items)}
      {found && found.pages > 1 && (
        <nav aria-label={t('list.pages')} className="mt-6 flex items-center justify-between gap-4">
          <Button look="plain" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('list.previous')}
          </Button>
          <span role="status" className="tabular-nums">
            {t('list.page', { page, pages: found.pages })}
          </span>
          <Button look="plain" size="sm" disabled={page >= found.pages} onClick={() => setPage(page + 1)}>
            {t('list.next')}
          </Button>
        </nav>
      )}
    </section>
  );
}
