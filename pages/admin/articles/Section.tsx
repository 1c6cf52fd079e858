import { useTexts } from '#renderer/app/texts.ts';
import { NotYet } from '../components/NotYet.tsx';

export default function Articles() {
  const { t } = useTexts('admin-articles');
  return (
    <NotYet title={t('title')} topics={t('topics')}>
      {t('text')}
    </NotYet>
  );
}
