import type { TopicPrizes } from '#modules/prizes/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { Findings } from './Findings.tsx';
import { formatBytes } from './format-bytes.ts';
import { type RecountState, useRecount } from './use-recount.ts';

interface RecountProps {
  topicId: number;
  prizes: TopicPrizes;
}

/** What will happen, the button that does it, how far it is, and what came of it. */
export function Recount({ topicId, prizes }: RecountProps) {
  const { t } = useTexts('recount');
  const { language } = usePageContext();
  const { state, start, cancel } = useRecount(topicId);
  const running = state.kind === 'downloading' || state.kind === 'counting';
  const number = (value: number) => formatNumber(language, value);
  return (
    <section aria-labelledby="recount" className="mt-8">
      <h2 id="recount" className="text-3xl">
        {t('heading')}
      </h2>
      <p className="mt-3 max-w-[68ch] text-lg">
        {t('intro', { ballots: number(prizes.ballots), voters: number(prizes.voters) })}
      </p>
      <ol className="mt-4 grid gap-x-8 md:grid-cols-3">
        {(t('steps', { returnObjects: true }) as string[]).map((step, index) => (
          <li key={step} className="flex gap-3 border-t border-rule py-3">
            <span aria-hidden className="numeral text-3xl">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      {/* One button in one place: the focus stays on it, whatever it does next. */}
      <Button className="mt-4" look={running ? 'plain' : 'action'} onClick={running ? cancel : start}>
        {running ? t('cancel') : t(state.kind === 'idle' ? 'start' : state.kind === 'failed' ? 'retry' : 'again')}
      </Button>
      <div className="mt-6 min-h-24">
        {running && <Progress state={state} />}
        {state.kind === 'failed' && <FormError>{state.text ?? t(`failed.${state.why}`)}</FormError>}
        {state.kind === 'done' && <Findings outcome={state.outcome} />}
      </div>
      {/* Phases are said, not every per cent; the findings and failures say themselves what they are. */}
      <p role="status" className="sr-only">
        {running && t(`said.${state.kind}`)}
      </p>
    </section>
  );
}

function Progress({ state }: { state: Extract<RecountState, { kind: 'downloading' | 'counting' }> }) {
  const { t } = useTexts('recount');
  const { language } = usePageContext();
  const label =
    state.kind === 'downloading'
      ? t('downloading', { size: formatBytes(state.bytes, language) })
      : t('counting', { percent: formatNumber(language, Math.round(100 * state.done)) });
  return (
    <>
      <p className="font-semibold tabular-nums">{label}</p>
      {/* How large the file will be is not known beforehand: the bar has a value only while ballots are counted. */}
      <progress
        aria-label={t(`said.${state.kind}`)}
        className="mt-2 h-3 w-full max-w-xl accent-brand"
        {...(state.kind === 'counting' && { value: state.done, max: 1 })}
      />
    </>
  );
}
