import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';

/** Stands in the place of every page during maintenance. Its link asks for that page again. */
export default function Page() {
  const { t } = useTexts('maintenance');
  return (
    <div className="page-width py-16">
      <Head title={t('title')} noIndex />
      <Notice heading="h1" title={t('title')} actions={<ButtonLink href="">{t('again')}</ButtonLink>}>
        {t('text')}
      </Notice>
    </div>
  );
}
