import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';

/** What the service worker shows in the place of a page that cannot be reached. Its link asks for that page again. */
export default function Page() {
  const { t } = useTexts('offline');
  return (
    <div className="page-width py-16">
      <Head title={t('title')} noIndex />
      <Notice heading="h1" title={t('title')} actions={<ButtonLink href="">{t('again')}</ButtonLink>}>
        {t('text')}
      </Notice>
    </div>
  );
}
