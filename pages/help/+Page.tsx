import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { ContactList } from '#renderer/components/texts/ContactList.tsx';
import { type Blocks, Prose } from '#renderer/components/texts/RichText.tsx';
import { usePriceList } from '#renderer/format/money.ts';
import type { GroupIn } from '#src/i18n/keys.ts';
import { contacts } from '#src/shared/contacts.ts';
import { Question, type QuestionText } from './components/Question.tsx';

/** The fragments that the footer links to. */
const sections = ['help', 'faq', 'guidelines'] as const;

interface Group {
  title: string;
  questions: QuestionText[];
}

/** Help, frequent questions and the community guidelines on one page. */
export default function Page() {
  const { t } = useTexts('help');
  const values = { ...contacts, prices: usePriceList() };
  const blocks = (key: GroupIn<'help'>) => t(key, { returnObjects: true, ...values }) as Blocks;
  const groups = t('faq.groups', { returnObjects: true, ...values }) as Group[];
  return (
    <div className="page-width py-10">
      <Head title={t('title')} description={t('description')} />
      <h1 className="text-4xl">{t('title')}</h1>
      <p className="mt-4 max-w-[68ch] text-lg text-ink-soft">{t('intro')}</p>
      <nav aria-label={t('static:contents')} className="mt-6">
        <ol className="grid border-t-2 border-ink sm:grid-cols-3">
          {sections.map((id, index) => (
            <li key={id} className="border-b border-rule">
              <a href={`#${id}`} className="group flex min-h-14 items-center gap-3 py-2">
                <span aria-hidden className="numeral text-3xl">
                  {index + 1}
                </span>
                <span className="text-lg font-semibold group-hover:underline group-hover:underline-offset-4">
                  {t(`${id}.title`)}
                </span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <section id="help" aria-labelledby="help-title" className="mt-12 scroll-mt-20">
        <h2 id="help-title" className="double-rule mb-5 pt-4 text-3xl">
          {t('help.title')}
        </h2>
        <Prose blocks={blocks('help.body')} />
        <ContactList />
      </section>
      <section id="faq" aria-labelledby="faq-title" className="mt-16 scroll-mt-20">
        <h2 id="faq-title" className="double-rule pt-4 text-3xl">
          {t('faq.title')}
        </h2>
        {groups.map(({ title, questions }) => (
          <div key={title} className="mt-8 grid gap-x-10 gap-y-3 lg:grid-cols-[16rem_minmax(0,1fr)]">
            <h3 className="text-xl lg:pt-3">{title}</h3>
            <div className="border-t border-rule">
              {questions.map((question) => (
                <Question key={question.question} {...question} />
              ))}
            </div>
          </div>
        ))}
      </section>
      <section id="guidelines" aria-labelledby="guidelines-title" className="mt-16 scroll-mt-20">
        <h2 id="guidelines-title" className="double-rule mb-5 pt-4 text-3xl">
          {t('guidelines.title')}
        </h2>
        <Prose blocks={blocks('guidelines.body')} />
      </section>
    </div>
  );
}
