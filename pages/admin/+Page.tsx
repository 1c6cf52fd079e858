import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { PasswordPrompt } from '#renderer/components/password/PasswordPrompt.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { SectionMenu } from './components/SectionMenu.tsx';
import { asSection, firstSection } from './sections.ts';

type Loaded = { default: ComponentType };

// The server has all of them; the browser fetches the one that is open, and hydrates it then.
const sections: Record<string, ComponentType> = import.meta.env.SSR
  ? Object.fromEntries(
      Object.entries(import.meta.glob<Loaded>('./*/Section.tsx', { eager: true })).map(([file, loaded]) => [
        file,
        loaded.default,
      ]),
    )
  : Object.fromEntries(
      Object.entries(import.meta.glob<Loaded>('./*/Section.tsx')).map(([file, load]) => [file, lazy(load)]),
    );

/** The back office: a menu, and the section that the address names. */
export default function Page() {
  const { t } = useTexts('admin');
  const { routeParams } = usePageContext();
  const name = asSection(routeParams.section) ?? firstSection;
  const Section = sections[`./${name}/Section.tsx`];
  const title = t(`section.${name}`);
  return (
    <div className="page-width grid gap-x-8 gap-y-4 py-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <Head title={t('title', { section: title })} noIndex />
      <SectionMenu current={name} />
      <PasswordPrompt />
      <div className="min-w-0">
        <h1 className="mb-4 border-b-2 border-ink pb-2 text-2xl">{title}</h1>
        <ErrorBoundary key={`${name} ${routeParams.item}`} fallback={<FormError>{t('failed')}</FormError>}>
          <Suspense fallback={<p className="py-6 text-ink-soft">{t('loading')}</p>}>{Section && <Section />}</Suspense>
        </ErrorBoundary>
      </div>
    </div>
  );
}
