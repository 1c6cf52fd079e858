import type { BroadcastDetails } from '#modules/broadcasts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { languageNames } from '#src/shared/languages.ts';
import { sectionPath } from '../sections.ts';
import { broadcastAddress } from './addresses.ts';
import { Progress } from './Progress.tsx';

/** One broadcast: what became of it, and what was written. */
export function Letter({ id }: { id: number }) {
  const { t } = useTexts('admin-emails');
  const { data: broadcast } = useApi<BroadcastDetails>(broadcastAddress(id));
  return (
    <div className="space-y-6">
      <p>
        <a href={sectionPath('emails')} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('back')}
        </a>
      </p>
      <Progress id={id} />
      {broadcast && (
        <>
          <p className="text-ink-soft">
            {t('by', {
              username: broadcast.createdBy.username ?? `#${broadcast.createdBy.id}`,
              audience: t(`audience.${broadcast.audience}`),
            })}
            {' · '}
            <LocalTime moment={broadcast.createdAt} />
          </p>
          {broadcast.texts.map(({ language, subject, message }) => (
            <section key={language} aria-labelledby={`text-${language}`} className="max-w-3xl">
              <h2 id={`text-${language}`} className="mb-2 text-xl">
                {languageNames[language]}
              </h2>
              <div lang={language} className="border-l-4 border-rule pl-4">
                <p className="font-semibold wrap-anywhere">{subject}</p>
                <p className="mt-2 whitespace-pre-line wrap-anywhere">{message}</p>
              </div>
            </section>
          ))}
        </>
      )}
    </div>
  );
}
