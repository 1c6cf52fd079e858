import { useQuery } from '@tanstack/react-query';
import { createInstance, type i18n as I18n } from 'i18next';
import { useState } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import type { Topic } from '#modules/voting/contract/index.ts';
import { topicStatus } from '#modules/voting/rules/status.ts';
import { PageContextProvider, usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { TopicCard } from '#renderer/components/topics/TopicCard.tsx';
import { TopicHeader } from '#renderer/components/topics/TopicHeader.tsx';
import { useServerTime } from '#renderer/format/clock.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { type Language, languageNames, languages } from '#src/shared/languages.ts';
import { ActionDialog } from '../../components/ActionDialog.tsx';
import type { Draft } from './draft.ts';

const texts = import.meta.glob<{ default: object }>('../../../../src/i18n/locales/*/{common,topics}.json');

/** The texts around a topic in a language that this page is perhaps not in. */
async function textsIn(language: Language): Promise<I18n> {
  const folder = `../../../../src/i18n/locales/${language}`;
  const [common, topics] = await Promise.all([texts[`${folder}/common.json`]?.(), texts[`${folder}/topics.json`]?.()]);
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { common: common?.default ?? {}, topics: topics?.default ?? {} } },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return i18n;
}

/** Shows what stands in the form as the site will: the topic's card and the head of its vote page, in each language. */
export function Preview({ draft, topic }: { draft: Draft; topic: AdminTopic | null }) {
  const { t } = useTexts('admin-topics');
  const { language: own } = usePageContext();
  const [language, setLanguage] = useState(own);
  return (
    <ActionDialog label={t('preview.open')} title={t('preview.title')} look="plain" wide>
      {() => (
        <Tabs<Language>
          label={t('preview.languages')}
          value={language}
          onChange={setLanguage}
          tabs={languages.map((value) => ({
            value,
            label: languageNames[value],
            panel: <InLanguage language={value} draft={draft} stored={topic} />,
          }))}
        />
      )}
    </ActionDialog>
  );
}

function InLanguage({ language, draft, stored }: { language: Language; draft: Draft; stored: AdminTopic | null }) {
  const { t } = useTexts('admin-topics');
  const pageContext = usePageContext();
  const now = useServerTime(60_000);
  const { data: i18n, isError } = useQuery({ queryKey: ['preview', language], queryFn: () => textsIn(language) });
  if (isError) return <FormError>{t('admin:failed')}</FormError>;
  if (!i18n) return <p className="text-ink-soft">{t('admin:loading')}</p>;
  const topic = asTopic({ ...draft, name: draft.name || t('preview.unnamed') }, stored, new Date(now));
  return (
    <I18nextProvider i18n={i18n}>
      <PageContextProvider value={{ ...pageContext, language, urlPathname: `/vote/${topic.id}` }}>
        {/* To be looked at: what it leads to is not there yet. */}
        <div inert lang={language} className="grid items-start gap-8 md:grid-cols-[18rem_minmax(0,1fr)]">
          <TopicCard topic={{ ...topic, stats: null }} eager />
          <TopicHeader topic={topic} />
        </div>
      </PageContextProvider>
    </I18nextProvider>
  );
}

/** What stands in the form as the site would get it. */
function asTopic(draft: Draft, stored: AdminTopic | null, now: Date): Topic {
  const valid = (moment: string) => (Number.isNaN(Date.parse(moment)) ? null : moment);
  const [startDate, endDate] = [valid(draft.startDate), valid(draft.endDate)];
  return {
    id: stored?.id ?? 0,
    name: draft.name,
    description: draft.description,
    nameEs: draft.nameEs.trim() || null,
    descriptionEs: draft.descriptionEs.trim() || null,
    nameFr: draft.nameFr.trim() || null,
    descriptionFr: draft.descriptionFr.trim() || null,
    ...{ correction: null, correctionEs: null, correctionFr: null },
    imageUrl: draft.image || null,
    category: draft.category,
    isActive: draft.isActive ? 1 : 0,
    isFeatured: draft.isFeatured ? 1 : 0,
    startDate,
    endDate,
    resultsFinalized: stored?.resultsFinalized ?? 0,
    isCancelled: stored?.isCancelled ?? 0,
    status: topicStatus({ startDate, endDate }, now),
    totalVotes: stored?.totalVotes ?? 0,
    participants: stored?.participants ?? 0,
    choices: [],
  };
}
