import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import type { Trigger } from '#renderer/ui/OnFirstUse.tsx';
import { toast } from '#renderer/ui/toast.tsx';

interface ForgotDialogProps {
  trigger: Trigger;
  /** The address that stands in the login form now. */
  email(): string;
}

/** Has a link mailed that sets a new password; its answer is the same for every address (decision 1). */
export default function ForgotDialog({ trigger, email }: ForgotDialogProps) {
  const { t } = useTexts('auth');
  const [open, setOpen] = useState(true);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={trigger.className}>{trigger.children}</Dialog.Trigger>
      <DialogFrame title={t('forgot.title')} closeLabel={t('closeDialog')}>
        <ForgotForm email={email()} onSent={() => setOpen(false)} />
      </DialogFrame>
    </Dialog.Root>
  );
}

function ForgotForm({ email, onSent }: { email: string; onSent(): void }) {
  const { t } = useTexts('auth');
  const { form, errors, error, failure, submit } = useForm('/api/auth/forgot-password', {
    onSuccess() {
      toast({ title: t('forgot.sent.title'), text: t('forgot.sent.text') });
      onSent();
    },
  });
  return (
    <form {...form} className="space-y-5">
      <p>{t('forgot.intro')}</p>
      <FormError title={t('reset.failed')}>{failure && (error?.text ?? t('forgot.failed'))}</FormError>
      <Field
        label={t('email')}
        name="email"
        defaultValue={email}
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        data-first
        error={errors.email}
      />
      <Button {...submit} className="w-full">
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
