import { useTexts } from '#renderer/app/texts.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { languageNames } from '#src/shared/languages.ts';
import { TextArea } from '../../components/TextArea.tsx';
import type { TopicForm } from './use-topic-form.ts';

const columns = [
  { language: 'en', name: 'name', description: 'description' },
  { language: 'es', name: 'nameEs', description: 'descriptionEs' },
  { language: 'fr', name: 'nameFr', description: 'descriptionFr' },
] as const;

/** Name and description in the three languages, side by side where there is room. */
export function Languages({ topicForm: { draft, set, errors } }: { topicForm: TopicForm }) {
  const { t } = useTexts('admin-topics');
  return (
    <section aria-labelledby="texts">
      <h3 id="texts" className="mb-2 text-lg">
        {t('form.texts')}
      </h3>
      <div className="grid gap-x-5 gap-y-6 lg:grid-cols-3">
        {columns.map(({ language, name, description }) => (
          <fieldset key={language} className="min-w-0 space-y-3 border-t-2 border-rule pt-2">
            <legend lang={language} className="wide float-left mb-2 w-full">
              {languageNames[language]}
            </legend>
            <div className="clear-both">
              <Field
                label={t('form.name')}
                lang={language}
                value={draft[name]}
                onChange={(event) => set(name, event.target.value)}
                error={errors.fields[name]}
                required={language === 'en'}
                autoComplete="off"
              />
            </div>
            <TextArea
              label={t('form.description')}
              lang={language}
              rows={5}
              value={draft[description]}
              onChange={(event) => set(description, event.target.value)}
              error={errors.fields[description]}
              {...(language !== 'en' && { hint: t('form.untranslated') })}
            />
          </fieldset>
        ))}
      </div>
    </section>
  );
}
