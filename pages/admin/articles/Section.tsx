import { useTranslation } from 'react-i18next';
import { NotYet } from '../components/NotYet.tsx';

export default function Articles() {
  const { t } = useTranslation('admin-articles');
  return (
    <NotYet title={t('title')} topics={t('topics')}>
      {t('text')}
    </NotYet>
  );
}
