import { useTexts } from '#renderer/app/texts.ts';
import { RichText } from '#renderer/components/texts/RichText.tsx';
import { ButtonLink } from '#renderer/ui/Button.tsx';

/** What else the site offers, and where to go from here. */
export function Closing() {
  const { t } = useTexts('how');
  return (
    <>
      <section aria-labelledby="features" className="page-width mt-16">
        <h2 id="features" className="double-rule pt-4 text-3xl">
          {t('features.title')}
        </h2>
        <ul className="mt-4 grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {(t('features.list', { returnObjects: true }) as string[]).map((text) => (
            <li key={text} className="border-b border-rule py-4">
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </section>
      <nav aria-labelledby="next" className="page-width mt-16">
        <h2 id="next" className="double-rule pt-4 text-3xl">
          {t('next.title')}
        </h2>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href="/">{t('next.home')}</ButtonLink>
          <ButtonLink href="/results" look="plain">
            {t('next.results')}
          </ButtonLink>
          <ButtonLink href="/register" look="plain">
            {t('next.register')}
          </ButtonLink>
          <ButtonLink href="/login" look="plain">
            {t('next.login')}
          </ButtonLink>
        </div>
      </nav>
    </>
  );
}
