import { ArrowLeft } from 'lucide-react';
import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { ButtonLink } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { sectionPath } from '../../sections.ts';
import { TopicActions } from '../TopicActions.tsx';
import { TopicState } from '../TopicState.tsx';
import { Correction } from './Correction.tsx';
import { TopicForm } from './TopicForm.tsx';

/** The page of one topic, by its number, or of a new one. */
export function TopicEditor({ item }: { item: string }) {
  return (
    <>
      <BackToTable />
      {item === 'new' ? <NewTopic /> : <StoredTopic id={item} />}
    </>
  );
}

function BackToTable() {
  const { t } = useTexts('admin-topics');
  return (
    <a
      href={sectionPath('topics')}
      className="mb-2 inline-flex min-h-10 items-center gap-2 text-sm font-semibold underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden size={16} />
      {t('all')}
    </a>
  );
}

function NewTopic() {
  const { t } = useTexts('admin-topics');
  return (
    <>
      <h2 className="mb-4 text-xl">{t('new')}</h2>
      <TopicForm topic={null} />
    </>
  );
}

function StoredTopic({ id }: { id: string }) {
  const { t } = useTexts('admin-topics');
  const { data: topic, isError } = useApi<AdminTopic>(`/api/admin/topics/${id}`);
  if (!topic) return isError ? <FormError>{t('admin:failed')}</FormError> : <p>{t('admin:loading')}</p>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 lang="en" className="min-w-0 text-xl [overflow-wrap:anywhere]">
          {topic.name}
        </h2>
        <TopicState topic={topic} />
        <span className="ml-auto flex flex-wrap items-center gap-1">
          <ButtonLink href={`/vote/${id}`} look="quiet" size="sm">
            {t('view')}
          </ButtonLink>
          <ButtonLink href={`/results/${id}`} look="quiet" size="sm">
            {t('results')}
          </ButtonLink>
          <TopicActions topic={topic} inForm />
        </span>
      </div>
      <TopicForm topic={topic} />
      {topic.resultsFinalized === 1 && <Correction topic={topic} />}
    </>
  );
}
