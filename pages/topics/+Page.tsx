import type { TopicList } from '#modules/site/contract/index.ts';
import type { ListTopics } from '#modules/voting/contract/index.ts';
import { shelfNames } from '#modules/voting/rules/shelves.ts';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { SearchForm } from '#renderer/components/topics/SearchForm.tsx';
import { TopicCard } from '#renderer/components/topics/TopicCard.tsx';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { listAddress, listPath, wantedOf } from './list-address.ts';

/** A list of topics page by page, with a search in it. */
export default function Page() {
  const { t } = useTexts('lists');
  const { routeParams, urlParsed, language } = usePageContext();
  const wanted = wantedOf(routeParams.list, urlParsed.search);
  const { data: found, isError } = useApi<TopicList>(listAddress(wanted));
  const { list, q } = wanted;
  const title = list === 'results' ? t('resultsHeading') : t(`topics:list.${list}`);
  const description =
    list === 'all' || list === 'results' ? t(`description.${list}`) : t('description.other', { list: title });
  const first = { list, q, page: 1 } as const;
  return (
    <div className="page-width py-8">
      <Head title={title} description={description} noIndex={q !== ''} />
      <h1 className="text-3xl">{title}</h1>
      <div className="mt-5 flex flex-wrap items-start gap-x-8 gap-y-4 border-b-2 border-ink pb-5">
        <SearchForm action={listPath({ ...first, q: '' })} q={q} className="w-full max-w-md" />
        {list !== 'results' && <Lists current={list} q={q} />}
      </div>
      <FormError>{isError ? t('common:error.retry') : undefined}</FormError>
      {found && found.topics.length > 0 && (
        <>
          <p className="mt-4 text-ink-soft">
            {t(q ? 'found' : 'count', { count: found.total, formatted: formatNumber(language, found.total), q })}
          </p>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
            {found.topics.map((topic, index) => (
              <li key={topic.id}>
                <TopicCard topic={topic} eager={index < 4} heading="h2" toResults={list === 'results'} />
              </li>
            ))}
          </ul>
          <Pages wanted={wanted} pages={found.pages} />
        </>
      )}
      {found?.topics.length === 0 && (
        <div className="mt-10">
          <Notice
            title={t(q ? 'none.title' : 'empty')}
            actions={
              <ButtonLink href="/topics" look="plain">
                {t('everything')}
              </ButtonLink>
            }
          >
            {q && t('none.text')}
          </Notice>
        </div>
      )}
    </div>
  );
}

/** The other lists, with what is searched for taken along. */
function Lists({ current, q }: { current: ListTopics['list']; q: string }) {
  const { t } = useTexts('lists');
  return (
    <nav aria-label={t('filter')} className="min-w-0 max-sm:w-full">
      <ul className="flex gap-2 max-sm:overflow-x-auto max-sm:pb-2 sm:flex-wrap">
        {(['all', ...shelfNames] as const).map((name) => (
          <li key={name}>
            <a
              href={listPath({ list: name, q, page: 1 })}
              aria-current={name === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-full border border-field px-4 whitespace-nowrap hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {t(`topics:list.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pages({ wanted, pages }: { wanted: ListTopics; pages: number }) {
  const { t } = useTexts('lists');
  const { page } = wanted;
  if (pages < 2) return null;
  return (
    <nav aria-label={t('pages')} className="mt-8 flex flex-wrap items-center justify-between gap-4">
      {page > 1 ? (
        <ButtonLink href={listPath({ ...wanted, page: page - 1 })} look="plain" rel="prev">
          {t('previous')}
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="tabular-nums">{t('page', { page, pages })}</span>
      {page < pages ? (
        <ButtonLink href={listPath({ ...wanted, page: page + 1 })} look="plain" rel="next">
          {t('next')}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
