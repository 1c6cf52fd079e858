import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { navigate } from 'vike/client/router';
import { useTexts } from '#renderer/app/texts.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { addressWith } from './asked.ts';

interface FiltersProps {
  /** The section's address. */
  path: string;
  /** What is asked for now; the order is kept. */
  asked: Record<string, unknown> & { sort?: string };
  children: ReactNode;
}

/** The filters of a table, as a form that leads to an address: works without scripts, by Enter, and with Back. */
export function Filters({ path, asked, children }: FiltersProps) {
  const { t } = useTexts('admin');
  const { page: _, sort, ...filters } = asked as Record<string, unknown>;
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '');
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = Object.fromEntries(new FormData(event.currentTarget));
    void navigate(addressWith(path, wanted));
  };
  return (
    // Made anew for each address, so that the inputs show what it asks for.
    <form
      key={JSON.stringify(asked)}
      action={path}
      onSubmit={apply}
      className="mb-4 flex flex-wrap items-end gap-3 print:hidden"
    >
      {sort !== undefined && <input type="hidden" name="sort" value={String(sort)} />}
      {children}
      <Button type="submit" look="plain" size="sm">
        {t('filter')}
      </Button>
      {isFiltered && (
        <ButtonLink href={addressWith(path, { sort })} look="quiet" size="sm">
          {t('unfiltered')}
        </ButtonLink>
      )}
    </form>
  );
}

const inputClass = 'block min-h-10 rounded-sm border-2 border-field bg-sheet px-2 py-1 text-sm text-ink';

/** One filter that is typed. */
export function FilterInput({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <input {...input} id={id} className={inputClass} />
    </div>
  );
}

/** One filter that is chosen; nothing chosen means all. */
export function FilterSelect({
  label,
  options,
  always = false,
  ...select
}: ComponentProps<'select'> & {
  label: string;
  options: { value: string; label: string }[];
  /** One of them always holds: there is no 'all'. */
  always?: boolean;
}) {
  const { t } = useTexts('admin');
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <select {...select} id={id} className={inputClass}>
        {!always && <option value="">{t('all')}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
