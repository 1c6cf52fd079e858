import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { loginPath } from '#src/shared/return-to.ts';

export default function Page() {
  const { t } = useTexts();
  const { is404, abortStatusCode, urlPathname, user } = usePageContext();
  const denied = abortStatusCode === 403;
  const kind = denied ? 'denied' : is404 ? (/^\/(vote|results)\//.test(urlPathname) ? 'topic' : 'notFound') : 'broken';
  return (
    <div className="page-width py-16">
      <Head title={t(`error.${kind}.title`)} noIndex />
      <p aria-hidden className="numeral mb-6 text-center text-[6rem] text-field">
        {denied ? '403' : is404 ? '404' : '500'}
      </p>
      <Notice
        heading="h1"
        title={t(`error.${kind}.title`)}
        actions={
          <>
            <ButtonLink href="/">{t(denied ? 'error.goHome' : 'error.home')}</ButtonLink>
            {denied && !user && (
              <ButtonLink href={loginPath(urlPathname)} look="plain">
                {t('login')}
              </ButtonLink>
            )}
          </>
        }
      >
        {t(`error.${kind}.text`)}
      </Notice>
    </div>
  );
}
