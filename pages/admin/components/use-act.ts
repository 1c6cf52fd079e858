import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { toast } from '#renderer/ui/toast.tsx';

interface Deed {
  address: string;
  method?: 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

/**
 * Does something by the API, says in a toast that it was done or why not, and has everything fetched again that the page
 * shows: what one change touches is not for its button to know. `onDone` comes first, so that it can lead elsewhere.
 */
export function useAct<Answer>(
  texts: { done: string; failed: string },
  onDone?: (answer: Answer) => void | Promise<void>,
) {
  const { t } = useTexts('admin');
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation<Answer, ApiError, Deed>({
    mutationFn: ({ address, method = 'POST', body }) => fetchApi<Answer>(address, { method, body }),
    async onSuccess(answer) {
      await onDone?.(answer);
      toast({ title: texts.done });
      await queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (error.code === 'password_needed') return; // the admin closed the password dialog
      const wrong = Object.values(error.fields).join(' ');
      toast({ title: texts.failed, text: wrong || (error.text ?? t('common:error.retry')), look: 'danger' });
    },
  });
  return { act: mutate, busy: isPending };
}
