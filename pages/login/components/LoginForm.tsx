import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enter } from '../../../renderer/session.ts';
import { Button } from '../../../renderer/ui/Button.tsx';
import { Field, FormError } from '../../../renderer/ui/Field.tsx';
import { toast } from '../../../renderer/ui/toast.tsx';
import { useForm } from '../../../renderer/use-form.ts';
import { rememberCodeSent } from '../../verify/components/resend-pause.ts';

interface LoginFormProps {
  typed: Record<string, string>;
  returnTo: string;
  /** The password was right, but the address has not been proved yet. */
  onUnverified(email: string): void;
}

export function LoginForm({ typed, returnTo, onUnverified }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const queryClient = useQueryClient();
  const { form, errors, failure, submit } = useForm<{ user: { email: string } }>('/api/auth/login', {
    onSuccess({ user }) {
      toast({ title: t('login.success') });
      void enter(queryClient, user.email, returnTo);
    },
    onError(error, { email = '' }) {
      if (error.code !== 'verification_required') return;
      rememberCodeSent(email); // the login has had one mailed
      toast({ title: error.text ?? '' });
      onUnverified(email);
    },
  });
  return (
    <form {...form} className="space-y-5">
      <FormError>{failure}</FormError>
      <Field
        label={t('email')}
        name="email"
        defaultValue={typed.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email}
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button {...submit} className="w-full">
        {t('login.submit')}
      </Button>
    </form>
  );
}
