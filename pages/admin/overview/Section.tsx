import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import type { Page } from '#src/shared/paging.ts';
import { waiting } from './waiting.ts';

/** What waits for an admin, and where. */
export default function Overview() {
  const { t } = useTexts('admin-overview');
  return (
    <>
      <p className="mb-2 max-w-[68ch] text-ink-soft">{t('text')}</p>
      <ul className="max-w-3xl">
        {waiting.map((item) => (
          <Waiting key={item.name} {...item} />
        ))}
      </ul>
    </>
  );
}

function Waiting({ name, api, href }: (typeof waiting)[number]) {
  const { t } = useTexts('admin-overview');
  const { data: found, isError } = useApi<Page<unknown>>(api);
  return (
    <li className="flex items-baseline justify-between gap-6 border-b border-rule py-3">
      <a href={href} className="font-semibold underline underline-offset-4">
        {t(`waiting.${name}`)}
      </a>
      {isError ? (
        <FormError>{t('admin:failed')}</FormError>
      ) : (
        <span className={`numeral text-2xl ${found && found.total > 0 ? 'text-danger' : ''}`}>
          {found?.total ?? '…'}
        </span>
      )}
    </li>
  );
}
