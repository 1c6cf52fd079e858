import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ContactList } from '#renderer/components/texts/ContactList.tsx';
import { type Blocks, Prose, RichText } from '#renderer/components/texts/RichText.tsx';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import type { GroupIn } from '#src/i18n/keys.ts';

interface Item {
  title: string;
  text: string;
}

/** What the site is for, whom it serves, what it promises, and where to write to. */
export default function Page() {
  const { t } = useTexts('about');
  const items = (key: GroupIn<'about'>) => t(key, { returnObjects: true }) as Item[];
  return (
    <div className="page-width">
      <Head title={t('title')} description={t('description')} />
      <div className="grid gap-8 py-10 md:py-16 lg:grid-cols-[1fr_1fr] lg:gap-16">
        <h1 className="text-4xl">{t('headline')}</h1>
        <div className="text-lg">
          <Prose blocks={t('mission', { returnObjects: true }) as Blocks} />
        </div>
      </div>
      <section aria-labelledby="promises">
        <h2 id="promises" className="double-rule pt-4 text-3xl">
          {t('promises.title')}
        </h2>
        <ol className="mt-2 grid gap-x-10 md:grid-cols-3">
          {items('promises.list').map(({ title, text }, index) => (
            <li key={title} className="border-b border-rule py-6 md:border-b-0">
              <span aria-hidden className="numeral block text-[4.5rem]">
                {index + 1}
              </span>
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 max-w-[60ch]">
                <RichText text={text} />
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="audience" className="mt-16">
        <h2 id="audience" className="double-rule pt-4 text-3xl">
          {t('audience.title')}
        </h2>
        <dl className="mt-4 grid gap-x-10 md:grid-cols-3">
          {items('audience.list').map(({ title, text }) => (
            <div key={title} className="border-b border-rule py-4">
              <dt className="text-lg font-semibold">{title}</dt>
              <dd className="mt-1 max-w-[60ch]">
                <RichText text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="contact" className="mt-16">
        <h2 id="contact" className="double-rule pt-4 text-3xl">
          {t('contact.title')}
        </h2>
        <p className="mt-4 max-w-[68ch]">{t('contact.text')}</p>
        <ContactList />
      </section>
      <p className="mt-12 flex flex-wrap gap-3">
        <ButtonLink href="/">{t('topics')}</ButtonLink>
        <ButtonLink href="/how-it-works" look="plain">
          {t('how')}
        </ButtonLink>
      </p>
    </div>
  );
}
