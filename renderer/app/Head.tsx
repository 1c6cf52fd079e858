import { Fragment, type PropsWithChildren } from 'react';
import { Helmet, HelmetProvider } from 'react-helmet-async';
import { useTexts } from '#renderer/app/texts.ts';

// On the server Helmet renders the tags. In the browser React itself moves them into the head, so Helmet is not sent there.
const inBrowser = !import.meta.env.SSR;

/** Stands around everything that has a Head. */
export function HeadProvider({ context, children }: PropsWithChildren<{ context: object }>) {
  return inBrowser ? children : <HelmetProvider context={context}>{children}</HelmetProvider>;
}

/** A page's title and description. Exactly one on each page. */
export function Head({ title, description, noIndex }: { title: string; description?: string; noIndex?: boolean }) {
  const { t } = useTexts();
  const Tags = inBrowser ? Fragment : Helmet;
  return (
    <Tags>
      <title>{`${title} · ${t('brand')}`}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </Tags>
  );
}
