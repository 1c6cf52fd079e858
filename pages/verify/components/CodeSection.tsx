import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { type CodeType, useResendPause } from './resend-pause.ts';

/** What a right code leads to; elsewhere than where one registered, to a new password. */
export interface VerifiedAnswer {
  signedIn: boolean;
  passwordToken?: string | null;
}

interface CodeSectionProps {
  type: CodeType;
  email: string;
  verified: boolean;
  onVerified(answer: VerifiedAnswer): void;
}

/** The code from the mail or from the text message: six digits, typed, pasted or filled in by the phone. */
export function CodeSection({ type, email, verified, onVerified }: CodeSectionProps) {
  const { t } = useTexts('auth');
  const heading = `${type}-code`;
  return (
    <section aria-labelledby={heading} className="slip p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 id={heading} className="text-xl">
          {t(`verify.${type}.heading`)}
        </h2>
        <span
          className={classes(
            'shrink-0 rounded-sm px-2 py-0.5 text-sm font-semibold text-on-status',
            verified ? 'bg-active' : 'bg-closed',
          )}
        >
          {t(verified ? 'verify.verified' : 'verify.pending')}
        </span>
      </div>
      {!verified && (
        <>
          <CodeForm type={type} email={email} onVerified={onVerified} />
          <Resend type={type} email={email} />
        </>
      )}
    </section>
  );
}

function CodeForm({ type, email, onVerified }: Omit<CodeSectionProps, 'verified'>) {
  const { t } = useTexts('auth');
  const [code, setCode] = useState('');
  const { form, errors, error, failure, lost, submit } = useForm<VerifiedAnswer>(`/api/auth/verify-${type}`, {
    onSuccess(answer) {
      if (!answer.passwordToken) toast({ title: t(`verify.${type}.success`), text: t(`verify.${type}.successText`) });
      onVerified(answer);
    },
    onError({ status, text, fields }) {
      const broken = status === 0 || status >= 500;
      toast({
        title: t(broken ? 'verify.error' : 'verify.failed'),
        text: broken ? t('common:error.retry') : (fields.code ?? text ?? t('verify.invalid')),
        look: 'danger',
      });
    },
  });
  const refused = failure && !lost ? (error?.text ?? t('verify.invalid')) : undefined;
  return (
    <form {...form} className="mt-4 space-y-4">
      <input type="hidden" name="email" value={email} />
      <Field
        label={t(`verify.${type}.code`)}
        name="code"
        value={code}
        onChange={({ target }) => setCode(target.value.replace(/\D/g, '').slice(0, 6))}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errors.code ?? errors.email ?? refused}
        className="numeral tracking-[0.4em] text-3xl"
      />
      <Button {...submit} disabled={submit.disabled || code.length !== 6} className="w-full">
        {t(`verify.${type}.submit`)}
      </Button>
    </form>
  );
}

function Resend({ type, email }: { type: CodeType; email: string }) {
  const { t } = useTexts('auth');
  const pause = useResendPause(email, type);
  const resend = useMutation<unknown, ApiError>({
    mutationFn: () => fetchApi('/api/auth/resend-verification', { method: 'POST', body: { email, type } }),
    onSuccess() {
      pause.lock();
      toast({ title: t('verify.resent'), text: t(`verify.${type}.resent`) });
    },
    onError({ status, text, retryAfter }) {
      if (retryAfter) pause.lock(retryAfter);
      toast({
        title: t(status === 0 ? 'verify.resendError' : 'verify.resendFailed'),
        text: status === 0 ? t('common:error.retry') : (text ?? t('verify.notResent')),
        look: 'danger',
      });
    },
  });
  return (
    <Button
      look="quiet"
      className="mt-3 w-full tabular-nums"
      disabled={pause.left > 0}
      busy={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {pause.left > 0 ? t('verify.resendIn', { seconds: pause.left }) : t('verify.resend')}
    </Button>
  );
}
