import { usePageContext } from '#renderer/app/page-context.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { sectionPath } from '../sections.ts';

interface TopicLinkProps {
  id: number;
  topic: { name: string; nameEs: string | null; nameFr: string | null } | null;
  /** In a table a long name is cut, so that its row stays low. */
  cut?: boolean;
}

/** A topic by its name in the page's language, leading to where it is edited. */
export function TopicLink({ id, topic, cut = false }: TopicLinkProps) {
  const { language } = usePageContext();
  const own = language === 'es' ? topic?.nameEs : language === 'fr' ? topic?.nameFr : null;
  const name = own ?? topic?.name ?? `#${id}`;
  return (
    <a
      href={sectionPath('topics', id)}
      title={cut ? name : undefined}
      className={classes('underline underline-offset-4', cut ? 'block max-w-56 truncate' : '[overflow-wrap:anywhere]')}
    >
      {name}
    </a>
  );
}
