import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** In the place of a page that broke in the browser. */
export function BrokenPage() {
  const { t } = useTexts();
  return (
    <div className="page-width py-16">
      <Notice
        heading="h1"
        title={t('error.broken.title')}
        actions={<Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
      >
        {t('error.broken.text')}
      </Notice>
    </div>
  );
}
