import { useQueryClient } from '@tanstack/react-query';
import { enter } from '#renderer/app/session.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { rememberCodeSent } from '../../verify/components/resend-pause.ts';
import { ForgotButton } from './ForgotButton.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { Typed } from './typed.ts';

interface LoginFormProps {
  typed: Typed;
  returnTo: string;
  /** The password was right, but the address has not been proved yet. */
  onUnverified(email: string): void;
}

export function LoginForm({ typed, returnTo, onUnverified }: LoginFormProps) {
  const { t } = useTexts('auth');
  const queryClient = useQueryClient();
  const { form, errors, error, failure, lost, submit } = useForm<{ user: { email: string } }>('/api/auth/login', {
    onSuccess({ user }) {
      toast({ title: t('login.success') });
      void enter(queryClient, user.email, returnTo);
    },
    onError({ code, text }, { email = '' }) {
      if (code !== 'verification_required') return;
      rememberCodeSent(email, 'email'); // the login has had one mailed
      toast({ title: text ?? '' });
      onUnverified(email);
    },
  });
  const refused = error?.status === 401 ? (error.text ?? t('login.invalid')) : failure;
  return (
    <>
      <form {...form} className="space-y-5">
        {error?.code !== 'verification_required' && (
          <FormError title={t(lost ? 'login.error' : 'login.failed')}>{refused}</FormError>
        )}
        <Field
          label={t('email')}
          name="email"
          defaultValue={typed.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          error={errors.email}
        />
        <PasswordField
          label={t('password')}
          name="password"
          defaultValue={typed.password}
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <Button {...submit} className="w-full">
          {t('login.submit')}
        </Button>
      </form>
      {/* Beside the form: what is submitted in the dialog must not submit the login too. */}
      <ForgotButton email={() => typed.email ?? ''} />
    </>
  );
}
