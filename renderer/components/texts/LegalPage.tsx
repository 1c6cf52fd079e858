import type { ReactNode } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Head } from '../../app/Head.tsx';
import { usePageContext } from '../../app/page-context.tsx';
import { BackLink } from '../navigation/BackLink.tsx';
import { type Blocks, Prose } from './RichText.tsx';

interface Section {
  title: string;
  body: Blocks;
}

interface LegalPageProps {
  /** The namespace of its texts: `title`, `description`, `intro` and `sections`, whose keys are their fragments. */
  namespace: 'privacy' | 'terms' | 'cookies';
  /** The day it was last changed. */
  date: Date;
  /** What the placeholders of its texts stand for. */
  values?: Record<string, string>;
  /** What stands in a section below its text. */
  extras?: Record<string, ReactNode>;
}

/** A legal text: when it was last changed, its contents, and its numbered sections. */
export function LegalPage({ namespace, date, values = {}, extras = {} }: LegalPageProps) {
  const { t } = useTexts(namespace);
  const { language } = usePageContext();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  const sections = Object.entries(t('sections', { returnObjects: true, ...values }) as Record<string, Section>);
  return (
    <article className="page-width py-8">
      <Head title={t('title')} description={t('description')} />
      <BackLink />
      <h1 className="mt-8 text-4xl">{t('title')}</h1>
      <p className="mt-3 text-ink-soft">
        {t('static:updated')} <time dateTime={date.toISOString().slice(0, 10)}>{day}</time>
      </p>
      <div className="mt-6 text-lg">
        <Prose blocks={t('intro', { returnObjects: true, ...values }) as Blocks} />
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
        <nav aria-label={t('static:contents')} className="double-rule pt-4 lg:sticky lg:top-20 lg:self-start">
          <ol>
            {sections.map(([id, { title }], index) => (
              <li key={id}>
                <a href={`#${id}`} className="group flex items-baseline gap-3 py-1.5">
                  <span aria-hidden className="numeral w-6 shrink-0 text-right text-lg text-ink-soft">
                    {index + 1}
                  </span>
                  <span className="group-hover:underline group-hover:underline-offset-4">{title}</span>
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {sections.map(([id, { title, body }], index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="mb-10 scroll-mt-24">
              <h2 id={`${id}-title`} className="double-rule mb-4 flex items-baseline gap-4 pt-4 text-2xl">
                <span aria-hidden className="numeral text-3xl">
                  {index + 1}
                </span>
                {title}
              </h2>
              <Prose blocks={body} />
              {extras[id]}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
