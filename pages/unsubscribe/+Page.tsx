import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';

/** Where the link at the foot of a marketing mail leads. Opening it changes nothing, because mail scanners do that. */
export default function Page() {
  const { t } = useTexts('unsubscribe');
  const { token } = usePageContext().urlParsed.search;
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isSuccess, isPending, error } = useMutation<unknown, ApiError>({
    mutationFn: () => fetchApi(`/api/unsubscribe/${encodeURIComponent(token ?? '')}`, { method: 'POST' }),
  });
  useEffect(() => {
    if (isSuccess) heading.current?.focus(); // the button that had it is gone
  }, [isSuccess]);
  const end = isSuccess ? 'done' : token ? undefined : 'incomplete';
  return (
    <div className="page-width py-10">
      <Head title={t('title')} noIndex />
      <div className="mx-auto max-w-md">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {t(end ? `${end}.title` : 'title')}
        </h1>
        <p className="mt-3 mb-6 text-lg text-ink-soft">{t(`${end ?? 'ask'}.text`)}</p>
        {end ? (
          <ButtonLink href="/">{t('common:error.home')}</ButtonLink>
        ) : (
          <div className="space-y-4">
            <FormError>{error ? (error.text ?? t('ask.failed')) : undefined}</FormError>
            <Button className="w-full" disabled={!hydrated} busy={isPending} onClick={() => mutate()}>
              {t('ask.submit')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
