import { useTranslation } from 'react-i18next';
import { Head } from '../../renderer/Head.tsx';
import { usePageContext } from '../../renderer/page-context.tsx';
import { ButtonLink } from '../../renderer/ui/Button.tsx';
import { Notice } from '../../renderer/ui/Notice.tsx';

export default function Page() {
  const { t } = useTranslation();
  const { is404, urlPathname } = usePageContext();
  const kind = is404 ? (/^\/(vote|results)\//.test(urlPathname) ? 'topic' : 'notFound') : 'broken';
  return (
    <div className="page-width py-16">
      <Head title={t(`error.${kind}.title`)} noIndex />
      <p aria-hidden className="numeral mb-6 text-center text-[6rem] text-field">
        {is404 ? '404' : '500'}
      </p>
      <Notice
        heading="h1"
        title={t(`error.${kind}.title`)}
        actions={<ButtonLink href="/">{t('error.home')}</ButtonLink>}
      >
        {t(`error.${kind}.text`)}
      </Notice>
    </div>
  );
}
