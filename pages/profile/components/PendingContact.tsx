import { useQueryClient } from '@tanstack/react-query';
import type { ContactKind, Profile } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';

/** A new e-mail address or phone number that waits for the code that was sent to it. */
export function PendingContact({ type, address }: { type: ContactKind; address: string }) {
  const { t } = useTexts('profile');
  const queryClient = useQueryClient();
  const { form, errors, failure, submit } = useForm<Profile>('/api/users/profile/confirm', {
    prepare: ({ code }) => ({ type, code }),
    repeatable: true,
    onSuccess(changed) {
      queryClient.setQueryData(['/api/users/profile'], changed);
      toast({ title: t('updated') });
    },
  });
  return (
    <form {...form} className="slip mt-6 max-w-xl space-y-4 p-5">
      <p>{t(`pending.${type}`, { address })}</p>
      <FormError>{failure}</FormError>
      <Field
        label={t('pending.code')}
        name="code"
        maxLength={7}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.code}
        className="numeral text-2xl tracking-[0.3em]"
      />
      <Button {...submit}>{t('pending.confirm')}</Button>
    </form>
  );
}
