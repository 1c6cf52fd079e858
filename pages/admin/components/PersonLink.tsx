import { useTexts } from '#renderer/app/texts.ts';
import { sectionPath } from '../sections.ts';

/** Somebody by the present name; by the bare number where the account has been erased. */
export function PersonLink({ id, name }: { id: number; name: string | null }) {
  const { t } = useTexts('admin');
  if (name === null) return <span className="text-ink-soft">{t('erased', { id })}</span>;
  return (
    <a
      href={sectionPath('users', id)}
      className="inline-block min-w-24 underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      {name}
    </a>
  );
}
