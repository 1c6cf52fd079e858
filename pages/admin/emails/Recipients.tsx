import { useId } from 'react';
import { type BroadcastAudience, recipientsMax } from '#modules/broadcasts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';
import { audienceAddress } from './addresses.ts';
import { addressesIn, type Draft } from './use-draft.ts';

interface RecipientsProps {
  draft: Draft;
  change(draft: Draft): void;
  /** What the API found wrong, by field. */
  errors: Record<string, string>;
}

/** Who is to get it: everybody who agreed, or those of a list who did. */
export function Recipients({ draft, change, errors }: RecipientsProps) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  const id = useId();
  const addresses = addressesIn(draft.list);
  const wrong = Object.entries(errors).flatMap(([field, text]) => {
    const [name, index] = field.split('.');
    if (name !== 'recipients') return [];
    return index === undefined ? [text] : [t('wrongAddress', { address: addresses[Number(index)], text })];
  });
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t('recipients.label')}</legend>
      {(['all', 'list'] as const).map((audience) => (
        <label key={audience} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={id}
            checked={draft.audience === audience}
            onChange={() => change({ ...draft, audience })}
            className="size-5 shrink-0 accent-brand"
          />
          {t(`recipients.${audience}`)}
        </label>
      ))}
      {draft.audience === 'all' ? (
        <Audience />
      ) : (
        <div className="mt-2">
          <label htmlFor={`${id}-list`} className="mb-1 block font-semibold">
            {t('list.label')}
          </label>
          <textarea
            id={`${id}-list`}
            rows={6}
            value={draft.list}
            spellCheck={false}
            onChange={(event) => change({ ...draft, list: event.target.value })}
            aria-invalid={wrong.length > 0 || undefined}
            aria-describedby={`${id}-hint ${id}-wrong`}
            className={inputClasses(wrong.length > 0, 'font-mono text-sm')}
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
            {t('list.hint', { max: formatNumber(language, recipientsMax) })}
            <br />
            {t('list.count', { count: addresses.length, formatted: formatNumber(language, addresses.length) })}
          </p>
          <div id={`${id}-wrong`} className="text-sm font-semibold wrap-anywhere text-danger">
            {wrong.slice(0, 5).map((text) => (
              <p key={text}>{text}</p>
            ))}
            {wrong.length > 5 && <p>{t('list.more', { count: wrong.length - 5 })}</p>}
          </div>
        </div>
      )}
    </fieldset>
  );
}

/** How many would get it now. */
function Audience() {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  const { data: audience } = useApi<BroadcastAudience>(audienceAddress);
  if (!audience) return null;
  return (
    <div className="mt-2 border-l-4 border-rule pl-3">
      <p className="text-ink-soft">
        <span className="numeral mr-2 text-3xl text-ink">{formatNumber(language, audience.reachable)}</span>
        {t('audience.reachable', { count: audience.reachable })}
      </p>
      <p className="text-sm text-ink-soft">
        {t('audience.consented', { count: audience.consented, formatted: formatNumber(language, audience.consented) })}{' '}
        {audience.overLimit > 0 &&
          t('audience.overLimit', { count: audience.overLimit, formatted: formatNumber(language, audience.overLimit) })}
      </p>
    </div>
  );
}
