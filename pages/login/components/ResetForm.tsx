import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { PasswordField } from './PasswordField.tsx';

interface ResetFormProps {
  /** From the link in the mail, or from a right code. */
  token: string;
  onReset(): void;
}

/** Sets a new password, typed twice. */
export function ResetForm({ token, onReset }: ResetFormProps) {
  const { t } = useTexts('auth');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [told, setTold] = useState(false);
  const differ = password !== repeated;
  const { form, errors, error, failure, submit } = useForm('/api/auth/reset-password', {
    onSuccess() {
      toast({ title: t('reset.success.title'), text: t('reset.success.text') });
      onReset();
    },
  });
  return (
    <form
      {...form}
      onSubmit={(event) => {
        setTold(differ);
        if (!differ) return form.onSubmit(event);
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[data-repeated]')?.focus();
      }}
      className="space-y-5"
    >
      <FormError title={t('reset.failed')}>{(failure && (error?.text ?? t('reset.unable'))) ?? errors.token}</FormError>
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label={t('reset.password')}
        name="password"
        autoComplete="new-password"
        hint={t('passwordHint')}
        required
        data-first
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        error={errors.password}
      />
      <PasswordField
        label={t('reset.again')}
        autoComplete="new-password"
        required
        data-repeated
        value={repeated}
        onChange={({ target }) => setRepeated(target.value)}
        error={
          told &&
          differ && (
            <>
              <span className="block">{t('reset.mismatch.title')}</span>
              <span className="block font-normal">{t('reset.mismatch.text')}</span>
            </>
          )
        }
      />
      <Button {...submit} className="w-full">
        {t('reset.submit')}
      </Button>
    </form>
  );
}
