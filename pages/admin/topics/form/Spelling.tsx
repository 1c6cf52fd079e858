import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { ActionDialog } from '../../components/ActionDialog.tsx';
import { ConfirmForm } from '../../components/ConfirmForm.tsx';

/** Corrects how a choice is spelt that somebody may have ranked already. */
export function Spelling({ id, name }: { id: number; name: string }) {
  const { t } = useTexts('admin-topics');
  return (
    <ActionDialog
      look="quiet"
      label={t('spelling.open')}
      name={t('spelling.openOf', { name })}
      title={t('spelling.title', { name })}
    >
      {(close) => <SpellingForm id={id} name={name} close={close} />}
    </ActionDialog>
  );
}

function SpellingForm({ id, name, close }: { id: number; name: string; close(): void }) {
  const { t } = useTexts('admin-topics');
  const [typed, setTyped] = useState(name);
  return (
    // What is sent here is not sent by the topic's form, in which the dialog stands for React.
    <fieldset onSubmit={(event) => event.stopPropagation()}>
      <ConfirmForm
        address={`/api/admin/choices/${id}/spelling`}
        body={{ name: typed }}
        reason={t('spelling.reason')}
        action={t('spelling.action')}
        done={t('spelling.done')}
        failed={t('spelling.failed')}
        close={close}
      >
        <p>{t('spelling.text')}</p>
        <Field
          label={t('spelling.name')}
          lang="en"
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </ConfirmForm>
    </fieldset>
  );
}
