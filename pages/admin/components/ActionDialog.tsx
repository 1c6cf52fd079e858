import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { buttonClasses } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';

interface ActionDialogProps {
  /** What the button says; `name` where that alone would not tell what it is about. */
  label: ReactNode;
  name?: string;
  title: string;
  look?: 'action' | 'plain' | 'quiet';
  /** Holds a table or more. */
  wide?: boolean;
  /** The dialog's contents, which close it when they are done. */
  children(close: () => void): ReactNode;
}

/** A button that asks before it acts, or opens what an action needs. */
export function ActionDialog({ label, name, title, look = 'plain', wide, children }: ActionDialogProps) {
  const { t } = useTexts('admin');
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={name} className={buttonClasses(look, 'sm')}>
        {label}
      </Dialog.Trigger>
      <DialogFrame title={title} closeLabel={t('close')} wide={wide}>
        {children(() => setOpen(false))}
      </DialogFrame>
    </Dialog.Root>
  );
}
