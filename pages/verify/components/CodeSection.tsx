import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, fetchApi } from '../../../renderer/api.ts';
import { Button } from '../../../renderer/ui/Button.tsx';
import { classes } from '../../../renderer/ui/classes.ts';
import { Field, FormError } from '../../../renderer/ui/Field.tsx';
import { toast } from '../../../renderer/ui/toast.tsx';
import { useForm } from '../../../renderer/use-form.ts';
import { useResendPause } from './resend-pause.ts';

interface EmailCodeProps {
  email: string;
  verified: boolean;
  onVerified(answer: { signedIn: boolean }): void;
}

/** The code from the mail: six digits, typed, pasted or filled in by the phone. */
export function EmailCode({ email, verified, onVerified }: EmailCodeProps) {
  const { t } = useTranslation('auth');
  const [code, setCode] = useState('');
  const pause = useResendPause(email);
  const { form, errors, failure, submit } = useForm('/api/auth/verify-email', { onSuccess: onVerified });
  const resend = useMutation<unknown, ApiError>({
    mutationFn: () => fetchApi('/api/auth/resend-verification', { method: 'POST', body: { email, type: 'email' } }),
    onSuccess() {
      pause.lock();
      toast({ title: t('verify.resent.title'), text: t('verify.resent.text') });
    },
    onError(error) {
      if (error.retryAfter) pause.lock(error.retryAfter);
      toast({ title: t('verify.resendFailed'), text: error.text ?? t('common:error.retry'), look: 'danger' });
    },
  });
  return (
    <section aria-labelledby="email-code" className="slip p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id="email-code" className="text-xl">
          {t('verify.email')}
        </h2>
        <span
          className={classes(
            'rounded-sm px-2 py-0.5 text-sm font-semibold text-on-status',
            verified ? 'bg-active' : 'bg-closed',
          )}
        >
          {t(verified ? 'verify.verified' : 'verify.pending')}
        </span>
      </div>
      {!verified && (
        <>
          <form {...form} className="mt-4 space-y-4">
            <FormError>{failure}</FormError>
            <input type="hidden" name="email" value={email} />
            <Field
              label={t('verify.code')}
              name="code"
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
              inputMode="numeric"
              autoComplete="one-time-code"
              error={errors.code ?? errors.email}
              className="numeral tracking-[0.4em] text-3xl"
            />
            <Button {...submit} disabled={submit.disabled || code.length !== 6} className="w-full">
              {t('verify.submit')}
            </Button>
          </form>
          <Button
            look="quiet"
            className="mt-3 w-full tabular-nums"
            disabled={pause.left > 0}
            busy={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {pause.left > 0 ? t('verify.resendIn', { seconds: pause.left }) : t('verify.resend')}
          </Button>
        </>
      )}
    </section>
  );
}
