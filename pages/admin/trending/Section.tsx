import { useTexts } from '#renderer/app/texts.ts';
import { NotYet } from '../components/NotYet.tsx';

export default function Trending() {
  const { t } = useTexts('admin-trending');
  return (
    <NotYet title={t('title')} topics={t('topics')}>
      {t('text')}
    </NotYet>
  );
}
