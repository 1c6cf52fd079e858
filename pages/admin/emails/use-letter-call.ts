import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { toast } from '#renderer/ui/toast.tsx';

/** What can be done with a letter: looked at, looked at before it is sent, tried out, sent. */
export type Purpose = 'preview' | 'ask' | 'test' | 'send';

interface Call {
  purpose: Purpose;
  body: object;
}

const addressOf: Record<Purpose, string> = {
  preview: '/api/admin/broadcast-email/preview',
  ask: '/api/admin/broadcast-email/preview',
  test: '/api/admin/broadcast-email/test',
  send: '/api/admin/broadcast-email',
};

/**
 * Calls of the form to the API, one at a time. What is wrong with a field is told in a toast and stays beside the field until
 * the next call, with the focus on the first; nothing that was typed is touched.
 */
export function useLetterCall(
  onDone: (purpose: Purpose, answer: unknown) => void,
  onWrong: (fields: Record<string, string>) => void,
) {
  const { t } = useTexts('admin-emails');
  const form = useRef<HTMLFormElement>(null);
  const { mutate, variables, isPending, error } = useMutation<unknown, ApiError, Call>({
    mutationFn: ({ purpose, body }) => fetchApi(addressOf[purpose], { method: 'POST', body }),
    onSuccess: (answer, { purpose }) => onDone(purpose, answer),
    onError(failure, { purpose }) {
      const wrong = [...new Set(Object.values(failure.fields))].join(' ');
      toast({
        title: t(purpose === 'preview' ? 'previewFailed' : 'failed'),
        text: wrong || (failure.text ?? t('common:error.retry')),
        look: 'danger',
      });
      onWrong(failure.fields);
    },
  });
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return {
    form,
    errors: error?.fields ?? {},
    busy: isPending ? variables.purpose : undefined,
    call: (purpose: Purpose, body: object) => {
      if (!isPending) mutate({ purpose, body });
    },
  };
}
