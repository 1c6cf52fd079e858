import { Helmet } from 'react-helmet-async';
import { useTranslation } from 'react-i18next';

/** A page's title and description. Exactly one on each page. */
export function Head({ title, description, noIndex }: { title: string; description?: string; noIndex?: boolean }) {
  const { t } = useTranslation();
  return (
    <Helmet>
      <title>{`${title} · ${t('brand')}`}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </Helmet>
  );
}
