import type { ActivityItem } from '#modules/admin/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';

/** What changed, field by field: before, then after. Field names are the product's own words, as the API has them. */
export function Changes({ item: { before, after } }: { item: Pick<ActivityItem, 'before' | 'after'> }) {
  const { t } = useTexts('admin-activity');
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <details className="max-w-xl">
      <summary className="cursor-pointer">{t('fields', { count: names.length })}</summary>
      <dl className="mt-1 space-y-1">
        {names.map((name) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="break-words">
              {before && <del className="text-ink-soft">{written(before[name])}</del>}
              {before && after && ' → '}
              {after && <ins className="no-underline">{written(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const written = (value: unknown) =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
