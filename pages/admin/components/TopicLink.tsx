import { usePageContext } from '../../../renderer/page-context.tsx';
import { sectionPath } from '../sections.ts';

interface TopicLinkProps {
  id: number;
  topic: { name: string; nameEs: string | null; nameFr: string | null } | null;
}

/** A topic by its name in the page's language, leading to where it is edited. */
export function TopicLink({ id, topic }: TopicLinkProps) {
  const { language } = usePageContext();
  const own = language === 'es' ? topic?.nameEs : language === 'fr' ? topic?.nameFr : null;
  return (
    <a href={sectionPath('topics', id)} className="underline underline-offset-4 [overflow-wrap:anywhere]">
      {own ?? topic?.name ?? `#${id}`}
    </a>
  );
}
