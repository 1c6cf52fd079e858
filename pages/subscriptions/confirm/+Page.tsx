import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LinkState } from '#modules/notifications/contract/index.ts';
import { Head } from '#renderer/app/Head.tsx';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi, useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { linkAddress } from './components/link-address.ts';
import { Wishes } from './components/Wishes.tsx';

const endOf: Record<string, 'used' | 'expired' | 'unknown'> = {
  link_used: 'used',
  link_expired: 'expired',
  link_unknown: 'unknown',
};

/** Where a confirmation link leads. Opening it changes nothing, because mail scanners do that; its one button does. */
export default function Page() {
  const { t } = useTexts('confirmation');
  const token = usePageContext().urlParsed.search.token ?? '';
  const link = useApi<LinkState>(linkAddress(token)).data ?? { state: 'unknown' as const };
  const queryClient = useQueryClient();
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const confirmation = useMutation<unknown, ApiError>({
    mutationFn: () => fetchApi('/api/subscription-preferences/confirm', { method: 'POST', body: { token } }),
    onSuccess: () => queryClient.removeQueries({ queryKey: ['/api/subscription-preferences'] }),
  });
  const { isSuccess, isPending, error } = confirmation;
  const end = isSuccess ? 'done' : ((error && endOf[error.code]) ?? (link.state === 'ready' ? undefined : link.state));
  const acted = isSuccess || error !== null;
  useEffect(() => {
    if (acted && end) heading.current?.focus(); // the button that had it is gone
  }, [acted, end]);

  return (
    <div className="page-width py-10">
      <Head title={t('title')} noIndex />
      <div className="mx-auto max-w-md">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {t(end ? `${end}.title` : 'title')}
        </h1>
        {end || link.state !== 'ready' ? (
          <>
            <p className="mt-3 mb-6 text-lg text-ink-soft">{t(`${end ?? 'unknown'}.text`)}</p>
            <ButtonLink href="/">{t('common:error.home')}</ButtonLink>
          </>
        ) : (
          <>
            <p className="mt-3 mb-6 text-lg wrap-anywhere text-ink-soft">
              {t('ready.intro', { address: link.address })}
            </p>
            <Wishes link={link} />
            <div className="mt-6 space-y-4">
              <FormError>{error ? (error.text ?? t('ready.failed')) : undefined}</FormError>
              <Button className="w-full" disabled={!hydrated} busy={isPending} onClick={() => confirmation.mutate()}>
                {t('ready.submit')}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
