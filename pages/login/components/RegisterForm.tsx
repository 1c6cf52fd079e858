import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RegistrationSettings } from '#modules/accounts/contract/index.ts';
import { enter } from '#renderer/app/session.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { PhoneField } from '#renderer/components/phone/PhoneField.tsx';
import { type TypedPhone, usePhone } from '#renderer/components/phone/use-phone.ts';
import { RichText } from '#renderer/components/texts/RichText.tsx';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { newProfilePath } from '#src/shared/return-to.ts';
import { rememberCodeSent } from '../../verify/components/resend-pause.ts';
import { PasswordField } from './PasswordField.tsx';
import type { Typed } from './typed.ts';

interface RegisterFormProps {
  /** What was typed before. */
  typed: Typed;
  typedPhone: TypedPhone;
  settings: RegistrationSettings;
  returnTo: string;
  onRegistered(email: string, phoneRequired: boolean): void;
}

interface Answer {
  requiresVerification: boolean;
  phoneVerificationRequired: boolean;
}

export function RegisterForm({ typed, typedPhone, settings, returnTo, onRegistered }: RegisterFormProps) {
  const { t } = useTexts('auth');
  const queryClient = useQueryClient();
  const phone = usePhone(typedPhone);
  const [password, setPassword] = useState(typed.password ?? '');
  const [repeated, setRepeated] = useState(typed.repeated ?? '');
  const [mismatch, setMismatch] = useState(false);
  const [incomplete, setIncomplete] = useState(false);
  const differ = password !== repeated;
  const { form, errors, failure, lost, submit } = useForm<Answer>('/api/auth/register', {
    onSuccess({ requiresVerification, phoneVerificationRequired }, { email = '' }) {
      if (!requiresVerification) {
        toast({ title: t('register.success') });
        void enter(queryClient, email, returnTo === '/' ? newProfilePath(email) : returnTo);
        return;
      }
      rememberCodeSent(email, 'email');
      if (phoneVerificationRequired) rememberCodeSent(email, 'phone');
      const text = t(phoneVerificationRequired ? 'register.checkBoth' : 'register.checkMail');
      toast({ title: t('register.success'), text });
      onRegistered(email, phoneVerificationRequired);
    },
    onError({ fields }, sent) {
      setIncomplete(Object.keys(fields).some((field) => sent[field]?.trim() === ''));
    },
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    setIncomplete(false);
    setMismatch(differ);
    const wrongPhone = settings.phone !== 'disabled' && phone.wrong;
    if (wrongPhone) phone.tell();
    if (!wrongPhone && !differ) return form.onSubmit(event);
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(wrongPhone ? '[data-phone]' : '[data-kept="repeated"]')?.focus();
  };
  return (
    <form {...form} onSubmit={send} className="space-y-5">
      <FormError title={t(lost ? 'register.error' : 'register.failed')}>
        {incomplete ? t('register.incomplete') : failure}
      </FormError>
      <Field
        label={t('username')}
        name="username"
        defaultValue={typed.username}
        autoComplete="nickname"
        maxLength={40}
        required
        error={errors.username}
      />
      <Field
        label={t('email')}
        name="email"
        defaultValue={typed.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={errors.email}
      />
      {settings.phone === 'disabled' ? (
        <input type="hidden" name="phoneNumber" value="" />
      ) : (
        <PhoneField
          phone={phone}
          name="phoneNumber"
          required={settings.phone === 'required'}
          error={errors.phoneNumber}
        />
      )}
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={errors.password}
      />
      <PasswordField
        label={t('passwordAgain')}
        autoComplete="new-password"
        data-kept="repeated"
        required
        value={repeated}
        onChange={({ target }) => setRepeated(target.value)}
        error={mismatch && differ ? t('passwordsDiffer') : undefined}
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
