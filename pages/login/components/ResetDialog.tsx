import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { ResetForm } from './ResetForm.tsx';

interface ResetDialogProps {
  /** From the link in the mail. */
  token: string;
  onReset(): void;
}

/** Sets a new password. Open as soon as it is there: whoever follows the link in the mail wants nothing else. */
export default function ResetDialog({ token, onReset }: ResetDialogProps) {
  const { t } = useTexts('auth');
  const [open, setOpen] = useState(true);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <DialogFrame
        title={t('reset.title')}
        closeLabel={t('closeDialog')}
        onClosed={() => document.querySelector<HTMLElement>('#main input[name="email"]')?.focus()}
      >
        <ResetForm
          token={token}
          onReset={() => {
            setOpen(false);
            onReset();
          }}
        />
      </DialogFrame>
    </Dialog.Root>
  );
}
