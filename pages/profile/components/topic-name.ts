import type { TopicSummary } from '#modules/voting/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';

/** A topic's name in the page's language; what is not translated is English (decision 2). */
export function useTopicName() {
  const { language } = usePageContext();
  return ({ name, nameEs, nameFr }: Pick<TopicSummary, 'name' | 'nameEs' | 'nameFr'>) =>
    (language === 'es' ? nameEs : language === 'fr' ? nameFr : null) ?? name;
}
