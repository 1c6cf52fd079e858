import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Choice } from '#modules/voting/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { TextArea } from '../components/TextArea.tsx';
import { TopicPicker } from '../components/TopicPicker.tsx';

/** Adds a choice to a topic: to the one that the table shows, unless another is named (specification 2, section 5). */
export function NewChoice({ topic, close }: { topic: { id: number; name: string } | null; close(): void }) {
  const { t } = useTexts('admin-choices');
  const queryClient = useQueryClient();
  const [topicless, setTopicless] = useState(false);
  const { form, errors, error, submit } = useForm<Choice>('/api/admin/choices', {
    prepare: ({ topicId, ...fields }) => ({ ...fields, topicId: Number(topicId) }),
    onError: (_, { topicId }) => setTopicless(topicId === ''),
    onSuccess() {
      close();
      toast({ title: t('created') });
      void queryClient.invalidateQueries();
    },
  });
  return (
    <form {...form} className="space-y-4">
      <FormError title={t('createFailed')}>{error ? (error.text ?? t('common:error.retry')) : undefined}</FormError>
      <Field data-first name="name" label={t('column.name')} error={errors.name} required autoComplete="off" />
      <TopicPicker
        name="topicId"
        label={t('column.topic')}
        picked={topic}
        error={topicless ? t('topicNeeded') : errors.topicId}
      />
      <TextArea name="description" label={t('description')} rows={3} error={errors.description} />
      <Field
        name="image"
        label={t('image')}
        hint={t('imageHint')}
        inputMode="url"
        error={errors.image}
        autoComplete="off"
      />
      <Button {...submit}>{t('create')}</Button>
    </form>
  );
}
