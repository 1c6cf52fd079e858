import { useId } from 'react';
import { type Category, categories } from '#modules/voting/rules/categories.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Checkbox } from '#renderer/ui/Checkbox.tsx';
import { inputClasses } from '#renderer/ui/Field.tsx';
import type { TopicForm } from './use-topic-form.ts';

/** Where a topic belongs, and whether it is open and put forward. */
export function Basics({ topicForm: { draft, set, errors } }: { topicForm: TopicForm }) {
  const { t } = useTexts('admin-topics');
  const id = useId();
  const wrong = errors.fields.category;
  return (
    <section aria-labelledby="basics">
      <h3 id="basics" className="mb-2 text-lg">
        {t('form.basics')}
      </h3>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t('column.category')}
      </label>
      <select
        id={id}
        value={draft.category}
        onChange={(event) => set('category', event.target.value as Category)}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        className={inputClasses(Boolean(wrong))}
      >
        {categories.map((category) => (
          <option key={category} value={category}>
            {t(`topics:list.${category}`)}
          </option>
        ))}
      </select>
      {wrong && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {wrong}
        </p>
      )}
      <div className="mt-3 space-y-1">
        {(['isActive', 'isFeatured'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`form.${name}`)}
            hint={t(`form.${name}Hint`)}
            checked={draft[name]}
            onChange={(event) => set(name, event.target.checked)}
            error={errors.fields[name]}
          />
        ))}
      </div>
    </section>
  );
}
