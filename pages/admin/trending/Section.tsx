import { useTranslation } from 'react-i18next';
import { NotYet } from '../components/NotYet.tsx';

export default function Trending() {
  const { t } = useTranslation('admin-trending');
  return (
    <NotYet title={t('title')} topics={t('topics')}>
      {t('text')}
    </NotYet>
  );
}
