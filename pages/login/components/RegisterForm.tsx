import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../renderer/RichText.tsx';
import { Button } from '../../../renderer/ui/Button.tsx';
import { Field, FormError } from '../../../renderer/ui/Field.tsx';
import { toast } from '../../../renderer/ui/toast.tsx';
import { useForm } from '../../../renderer/use-form.ts';
import { rememberCodeSent } from '../../verify/components/resend-pause.ts';

interface RegisterFormProps {
  /** What was typed before, by the fields' names. */
  typed: Record<string, string>;
  onRegistered(email: string): void;
}

export function RegisterForm({ typed, onRegistered }: RegisterFormProps) {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [mismatch, setMismatch] = useState(false);
  const { form, errors, failure, submit } = useForm('/api/auth/register', {
    onSuccess(_answer, { email = '' }) {
      rememberCodeSent(email);
      toast({ title: t('register.success'), text: t('register.checkMail') });
      onRegistered(email);
    },
  });
  return (
    <form
      {...form}
      onSubmit={(event) => {
        setMismatch(password !== repeated);
        if (password === repeated) return form.onSubmit(event);
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[data-repeat]')?.focus();
      }}
      className="space-y-5"
    >
      <FormError>{failure}</FormError>
      <Field
        label={t('username')}
        name="username"
        defaultValue={typed.username}
        autoComplete="nickname"
        maxLength={40}
        error={errors.username}
      />
      <Field
        label={t('email')}
        name="email"
        defaultValue={typed.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email}
      />
      <Field
        label={t('password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
      />
      <Field
        label={t('passwordAgain')}
        type="password"
        autoComplete="new-password"
        data-repeat
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
        error={mismatch && password !== repeated ? t('passwordsDiffer') : undefined}
      />
      <p className="text-sm text-ink-soft">
        <RichText text={t('register.terms')} newTab />
      </p>
      <Button {...submit} className="w-full">
        {t('register.submit')}
      </Button>
    </form>
  );
}
