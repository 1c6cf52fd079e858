import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { usePageContext } from '../../../renderer/page-context.tsx';
import { Button } from '../../../renderer/ui/Button.tsx';
import { DialogFrame } from '../../../renderer/ui/DialogPopup.tsx';
import { Field, FormError } from '../../../renderer/ui/Field.tsx';
import { useForm } from '../../../renderer/use-form.ts';

interface PasswordDialogProps {
  /** Whether the password was given. */
  decide(given: boolean): void;
  onClosed(): void;
}

/** The signed-in admin's password, before something that protects or pays. */
export default function PasswordDialog({ decide, onClosed }: PasswordDialogProps) {
  const { t } = useTranslation('admin');
  const { user } = usePageContext();
  const { form, errors, failure, submit } = useForm('/api/auth/confirm-password', {
    prepare: ({ password }) => ({ password }),
    onSuccess: () => decide(true),
  });
  return (
    <Dialog.Root open onOpenChange={() => decide(false)}>
      <DialogFrame title={t('password.title')} closeLabel={t('close')} onClosed={onClosed}>
        <form {...form} className="space-y-4">
          <p>{t('password.text')}</p>
          {/* Tells password managers whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <Field
            data-first
            name="password"
            type="password"
            autoComplete="current-password"
            label={t('password.label')}
            error={errors.password}
          />
          <FormError>{failure}</FormError>
          <div className="flex flex-wrap gap-3">
            <Button {...submit}>{t('password.confirm')}</Button>
            <Button look="plain" onClick={() => decide(false)}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      </DialogFrame>
    </Dialog.Root>
  );
}
