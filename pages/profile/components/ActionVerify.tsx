import { useState } from 'react';
import type { ActionType } from '#modules/privacy/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field, FormError } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { fetchExport } from './fetch-export.ts';

interface ActionVerifyProps {
  actionId: number;
  type: ActionType;
  onBack(): void;
  /** Both addresses are proved. */
  onDone(): void;
}

/** The code from the mail and the code from the phone: one or both at a time. */
export function ActionVerify({ actionId, type, onBack, onDone }: ActionVerifyProps) {
  const { t } = useTexts('profile');
  const [missing, setMissing] = useState<readonly ('emailCode' | 'phoneCode')[]>(['emailCode', 'phoneCode']);
  const { form, errors, failure, submit } = useForm<{ message: string; downloadUrl: string | null; complete: boolean }>(
    '/api/account/verify',
    {
      prepare: (fields) => ({ ...fields, actionId }),
      repeatable: true,
      onSuccess({ message, downloadUrl, complete }, fields) {
        setMissing(missing.filter((name) => !fields[name]?.trim())); // what is proved is asked for no more
        toast({ title: t('action.verified'), text: message });
        if (!complete) return;
        onDone();
        if (downloadUrl) {
          void fetchExport(downloadUrl).then(
            () => toast({ title: t('action.data_export.complete') }),
            () => toast({ title: t('action.data_export.later'), look: 'danger' }),
          );
        }
      },
    },
  );
  return (
    <form {...form} className="space-y-4">
      <p>{t(`action.${type}.verify`)}</p>
      <FormError>{failure && t('action.verifyFailed', { reason: failure })}</FormError>
      {missing.map((name) => (
        <Field
          key={name}
          label={t(`action.${name}`)}
          name={name}
          maxLength={7}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors[name]}
          className="numeral text-2xl tracking-[0.3em]"
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button {...submit}>{t('action.verifyCodes')}</Button>
        <Button look="plain" onClick={onBack}>
          {t('action.back')}
        </Button>
      </div>
    </form>
  );
}
