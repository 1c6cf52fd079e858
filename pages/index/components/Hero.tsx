import type { TopicCard } from '#modules/site/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { SearchForm } from '#renderer/components/topics/SearchForm.tsx';
import { useServerTime } from '#renderer/format/clock.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { useCardCountdown } from '#renderer/ui/Countdown.tsx';

/** The headline, and a real ballot slip with its places still free. */
export function Hero({ lead }: { lead: TopicCard | undefined }) {
  const { t } = useTexts('home');
  const { language } = usePageContext();
  const countdown = useCardCountdown(useServerTime(60_000));
  return (
    <section className="page-width grid items-center gap-10 py-10 md:grid-cols-[1.15fr_1fr] md:py-14">
      <div>
        <h1 className="text-4xl">{t('headline')}</h1>
        <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('intro')}</p>
        <SearchForm className="mt-6 max-w-md xl:hidden" />
      </div>
      {lead && (
        <article className="slip rotate-[0.6deg] p-6 sm:p-7">
          <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
            <span>{t('slip')}</span>
            {lead.status === 'active' && lead.endDate && (
              <span className="font-semibold text-active">
                {t('topics:endsIn', { countdown: countdown(lead.endDate) })}
              </span>
            )}
          </p>
          <h2 className="mt-2 text-2xl">{inLanguage(lead, language).name}</h2>
          <ol className="my-5" aria-hidden>
            {[1, 2, 3].map((place) => (
              <li key={place} className="flex items-center gap-4 border-b border-rule py-2.5">
                <span className="numeral w-8 text-3xl">{place}</span>
                <span className="h-px flex-1 border-b border-dashed border-field" />
              </li>
            ))}
          </ol>
          <ButtonLink href={`/vote/${lead.id}`} className="w-full">
            {t('topics:fillIn')}
          </ButtonLink>
        </article>
      )}
    </section>
  );
}
