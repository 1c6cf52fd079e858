import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { loginPath } from '#src/shared/return-to.ts';

/** What a visitor finds in place of the box: the ballot that he or she has begun waits for the way back. */
export function LoginRequired({ topicId }: { topicId: number }) {
  const { t } = useTexts('vote');
  return (
    <section aria-labelledby="login-required" className="border-t-2 border-ink pt-4">
      <h3 id="login-required" className="text-xl">
        {t('overlay.login.title')}
      </h3>
      <p className="mt-1 text-ink-soft">{t('overlay.login.text')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink href={loginPath(`/vote/${topicId}`)}>{t('overlay.login.action')}</ButtonLink>
        <ButtonLink href="/" look="plain">
          {t('browse')}
        </ButtonLink>
      </div>
    </section>
  );
}
