import { Search } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { navigate } from 'vike/client/router';
import { useTexts } from '#renderer/app/texts.ts';
import { buttonClasses } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';

interface SearchFormProps {
  /** The list to search in. */
  action?: string;
  /** What was searched for. */
  q?: string;
  className?: string;
}

/** Searches topics. Works as a plain form too, before or without scripts. */
export function SearchForm({ action = '/topics', q = '', className }: SearchFormProps) {
  const { t } = useTexts();
  const id = useId();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate(wanted ? `${action}?${new URLSearchParams({ q: wanted })}` : action);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not in every browser that the site supports
    <form action={action} role="search" onSubmit={search} className={classes('flex', className)}>
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <input
        id={id}
        key={q}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        placeholder={t('search.example')}
        className="min-h-11 w-full min-w-0 rounded-l-sm border-2 border-r-0 border-field bg-sheet px-3 text-ink placeholder:text-ink-soft"
      />
      <button
        type="submit"
        aria-label={t('search.submit')}
        className={buttonClasses('plain', 'icon', 'shrink-0 rounded-l-none')}
      >
        <Search aria-hidden size={18} />
      </button>
    </form>
  );
}
