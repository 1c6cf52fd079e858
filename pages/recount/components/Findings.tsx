import { CircleCheck, CircleX } from 'lucide-react';
import type { Check, Mismatch } from '#modules/prizes/rules/check.ts';
import type { Recounted } from '#modules/prizes/rules/recount.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';
import { ScrollRegion } from '#renderer/ui/ScrollRegion.tsx';
import type { Below } from '#src/i18n/keys.ts';
import { entriesOf } from '#src/shared/objects.ts';
import type { Outcome } from '../worker/messages.ts';
import { formatBytes } from './format-bytes.ts';

/** What the recount has found: the verdict first, then check by check, with the first differences. */
export function Findings({ outcome }: { outcome: Outcome }) {
  const { t } = useTexts('recount');
  const { recount } = outcome;
  if (recount.unknownRule) return <Verdict matches={false} title={t('unknownRule')} />;
  return <Checked outcome={outcome} recount={recount} />;
}

function Checked({ outcome: { shown, bytes, ms }, recount }: { outcome: Outcome; recount: Recounted }) {
  const { t } = useTexts('recount');
  const { language } = usePageContext();
  const { results, accuracies, pools, awards } = recount;
  const checks = entriesOf({ results, accuracies, pools, awards, shown });
  const matches = recount.matches && shown.wrong === 0;
  return (
    <>
      <Verdict matches={matches} title={t(matches ? 'verdict.match' : 'verdict.mismatch')}>
        {t('facts', {
          ballots: formatNumber(language, recount.ballots),
          voters: formatNumber(language, recount.voters),
          size: formatBytes(bytes, language),
          seconds: formatNumber(language, Math.max(0.1, Math.round(ms / 100) / 10)),
        })}
      </Verdict>
      <Checks checks={checks} />
      {checks.map(
        ([name, check]) => check.wrong > 0 && <Differences key={name} title={t(`check.${name}`)} check={check} />,
      )}
    </>
  );
}

function Verdict({ matches, title, children }: { matches: boolean; title: string; children?: string }) {
  const Icon = matches ? CircleCheck : CircleX;
  return (
    <div
      role={matches ? 'status' : 'alert'}
      className={classes('flex gap-4 border-l-8 bg-sheet p-5', matches ? 'border-active' : 'border-danger')}
    >
      <Icon aria-hidden size={40} className={classes('shrink-0', matches ? 'text-active' : 'text-danger')} />
      <div>
        <p className="wide text-2xl leading-tight">{title}</p>
        {children && <p className="mt-1 tabular-nums">{children}</p>}
      </div>
    </div>
  );
}

function Checks({ checks }: { checks: [name: Below<'recount', 'check'>, check: Check][] }) {
  const { t } = useTexts('recount');
  const { language } = usePageContext();
  return (
    <table className="mt-6 w-full max-w-3xl border-collapse text-left">
      <caption className="sr-only">{t('column.caption')}</caption>
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="py-2 pr-3">
            {t('column.check')}
          </th>
          <th scope="col" className="py-2 pr-3 text-right">
            {t('column.compared')}
          </th>
          <th scope="col" className="py-2 text-right">
            {t('column.wrong')}
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.map(([name, { compared, wrong }]) => (
          <tr key={name} className="border-b border-rule align-top">
            <th scope="row" className="py-2 pr-3">
              <span className="font-semibold">{t(`check.${name}`)}</span>
              <span className="block text-sm font-normal text-ink-soft">{t(`checked.${name}`)}</span>
            </th>
            <td className="py-2 pr-3 text-right tabular-nums">{formatNumber(language, compared)}</td>
            <td
              className={classes(
                'py-2 text-right font-semibold tabular-nums',
                wrong > 0 ? 'text-danger' : 'text-active',
              )}
            >
              {wrong > 0 ? formatNumber(language, wrong) : t('column.none')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Differences({ title, check }: { title: string; check: Check }) {
  const { t } = useTexts('recount');
  const { language } = usePageContext();
  const caption = t('differences', {
    check: title,
    count: check.wrong,
    formatted: formatNumber(language, check.wrong),
  });
  return (
    <div className="mt-8">
      <h3 className="text-xl">{caption}</h3>
      <ScrollRegion label={caption}>
        <table className="mt-2 w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-b-2 border-ink">
              {(['what', 'said', 'found'] as const).map((column) => (
                <th key={column} scope="col" className="py-2 pr-4">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {check.mismatches.map((mismatch) => (
              <Difference key={mismatch.what} mismatch={mismatch} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

function Difference({ mismatch: { what, said, found } }: { mismatch: Mismatch }) {
  const { t } = useTexts('recount');
  const written = (value: unknown) => (value === null ? t('column.absent') : JSON.stringify(value));
  return (
    <tr className="border-b border-rule align-top">
      <th scope="row" className="py-2 pr-4 font-mono font-normal">
        {what}
      </th>
      <td className="py-2 pr-4 font-mono">{written(said)}</td>
      <td className="py-2 font-mono">{written(found)}</td>
    </tr>
  );
}
