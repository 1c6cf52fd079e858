import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '../format/clock.ts';
import { type ApiError, fetchApi } from './api.ts';

/**
 * A form that sends its fields to the API. What is wrong with a field comes back next to it, with the focus on the first;
 * the inputs are the browser's own, so nothing that was typed is lost.
 */
export function useForm<Answer>(
  address: string,
  {
    method = 'POST',
    prepare = (fields) => fields,
    repeatable = false,
    onSuccess,
    onError,
  }: {
    method?: 'POST' | 'PUT';
    /** Makes the payload of what stands in the fields. */
    prepare?(fields: Record<string, string>): unknown;
    /** It can be sent again after a success; others are done then. */
    repeatable?: boolean;
    onSuccess(answer: Answer, fields: Record<string, string>): void;
    onError?(error: ApiError, fields: Record<string, string>): void;
  },
) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const underWay = useRef(false);
  const hydrated = useHydrated();
  const submission = useMutation<Answer, ApiError, Record<string, string>>({
    mutationFn: (fields) => fetchApi(address, { method, body: prepare(fields) }),
    onSettled: () => {
      underWay.current = false;
    },
    onSuccess,
    ...(onError && { onError }),
  });
  const { error } = submission;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const hasFields = error !== null && Object.keys(error.fields).length > 0;
  return {
    /** Spread onto the form. */
    form: {
      ref: form,
      method: 'post', // should the browser ever send it by itself: never into the address
      noValidate: true, // the server's messages are in the page's language, the browser's are not
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        if (underWay.current) return; // a double click is one submission
        underWay.current = true;
        submission.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      },
    },
    errors: error?.fields ?? {},
    error,
    /** Nobody refused it: the network or the server failed. */
    lost: error !== null && (error.status === 0 || error.status >= 500),
    /** What failed, where it was not a field. */
    failure: error && !hasFields ? (error.text ?? t('error.retry')) : undefined,
    /** Spread onto the button. Before the page acts it is disabled, and with it the enter key in the inputs. */
    submit: {
      type: 'submit',
      busy: submission.isPending || (submission.isSuccess && !repeatable),
      disabled: !hydrated,
    } as const,
  };
}
