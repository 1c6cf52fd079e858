import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Broadcast, BroadcastDetails } from '#modules/broadcasts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { sectionPath } from '../sections.ts';
import { audienceAddress, broadcastAddress } from './addresses.ts';
import { State, Stop } from './State.tsx';
import { isUnderWay, pollMs } from './under-way.ts';

const always = ['sent', 'overLimit', 'withoutConsent', 'failed'] as const;
const sometimes = ['suspended', 'stopped', 'waiting'] as const;

/** How far a broadcast is, and what has become of its recipients; asked again while it is under way. `linked`: to its page. */
export function Progress({ id, linked = false }: { id: number; linked?: boolean }) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  const queryClient = useQueryClient();
  const { data: broadcast, isError } = useApi<BroadcastDetails>(broadcastAddress(id), {
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
  const state = broadcast?.state;
  useEffect(() => {
    // Who has got it now may be over the limit for the next one.
    if (state === 'done' || state === 'stopped') void queryClient.invalidateQueries({ queryKey: [audienceAddress] });
  }, [state, queryClient]);
  if (isError && !broadcast) return <FormError>{t('admin:failed')}</FormError>;
  if (!broadcast) return <p className="text-ink-soft">{t('admin:loading')}</p>;
  const { counts, subject } = broadcast;
  const decided = counts.recipients - counts.waiting;
  const percent = counts.recipients === 0 ? 100 : Math.floor((100 * decided) / counts.recipients);
  const figures = [...always, ...sometimes.filter((name) => counts[name] > 0)];
  return (
    <div className="max-w-3xl space-y-3 border-2 border-rule bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-semibold wrap-anywhere">
          {linked ? (
            <a href={sectionPath('emails', id)} className="underline underline-offset-4">
              {subject}
            </a>
          ) : (
            subject
          )}
        </p>
        <span className="flex items-center gap-3">
          <State broadcast={broadcast} />
          {isUnderWay(broadcast) && <Stop broadcast={broadcast} />}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-3 bg-rule"
      >
        <div className="h-3 bg-active" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {t('progress.text', {
          decided: formatNumber(language, decided),
          recipients: formatNumber(language, counts.recipients),
        })}
      </p>
      <Figures counts={counts} names={figures} />
    </div>
  );
}

function Figures({ counts, names }: { counts: Broadcast['counts']; names: (keyof Broadcast['counts'])[] }) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {names.map((name) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-sm text-ink-soft">{t(`counts.${name}`)}</dt>
          <dd className="numeral text-2xl">{formatNumber(language, counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
