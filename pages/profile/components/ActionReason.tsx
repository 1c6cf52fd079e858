import { useId } from 'react';
import type { ActionType } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { Sent } from './ActionProgress.tsx';

const paths = { account_deletion: 'request-deletion', data_export: 'request-export' };

/** Why somebody asks: the first step of the dialog. */
export function ActionReason({ type, onSent }: { type: ActionType; onSent(sent: Sent): void }) {
  const { t } = useTexts('profile');
  const id = useId();
  const { form, errors, failure, submit } = useForm<Sent & { message: string }>(`/api/account/${paths[type]}`, {
    onSuccess(sent) {
      toast({ title: t(`action.${type}.requested`), text: sent.message });
      onSent(sent);
    },
  });
  const error = errors.reason && t(`action.${type}.reasonNeeded`);
  return (
    <form {...form} className="space-y-4">
      <p>{t(`action.${type}.explained`)}</p>
      <FormError>{failure}</FormError>
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {t('action.reason')}
        </label>
        <textarea
          id={id}
          name="reason"
          rows={3}
          maxLength={1_000}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          className={classes(
            'block w-full rounded-sm border-2 bg-sheet px-3 py-2',
            error ? 'border-danger' : 'border-field',
          )}
        />
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
            {error}
          </p>
        )}
      </div>
      <Button {...submit}>{t('action.request')}</Button>
    </form>
  );
}
