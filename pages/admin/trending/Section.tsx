import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../renderer/ui/Button.tsx';
import { Notice } from '../../../renderer/ui/Notice.tsx';
import { sectionPath } from '../sections.ts';

/** Stands for what this release does not have, and says so. */
export default function Trending() {
  const { t } = useTranslation('admin-trending');
  return (
    <Notice
      title={t('title')}
      actions={
        <ButtonLink href={sectionPath('topics')} look="plain">
          {t('topics')}
        </ButtonLink>
      }
    >
      {t('text')}
    </Notice>
  );
}
