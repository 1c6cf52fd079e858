import { Dialog } from 'radix-ui';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { usePageContext } from '../../app/page-context.tsx';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogFrame } from '../../ui/DialogPopup.tsx';
import { Field, FormError } from '../../ui/Field.tsx';

interface PasswordDialogProps {
  /** Whether the password was given. */
  decide(given: boolean): void;
  onClosed(): void;
}

/** The signed-in admin's password, before something that protects or pays. */
export default function PasswordDialog({ decide, onClosed }: PasswordDialogProps) {
  const { t } = useLazyTexts('password');
  const { user } = usePageContext();
  const { form, errors, failure, submit } = useForm('/api/auth/confirm-password', {
    prepare: ({ password }) => ({ password }),
    onSuccess: () => decide(true),
  });
  return (
    <Dialog.Root open onOpenChange={() => decide(false)}>
      <DialogFrame title={t('title')} closeLabel={t('close')} onClosed={onClosed}>
        <form {...form} className="space-y-4">
          <p>{t('text')}</p>
          {/* Tells password managers whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <Field
            data-first
            name="password"
            type="password"
            autoComplete="current-password"
            label={t('label')}
            error={errors.password}
          />
          <FormError>{failure}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button {...submit}>{t('confirm')}</Button>
            <Button look="plain" onClick={() => decide(false)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      </DialogFrame>
    </Dialog.Root>
  );
}
