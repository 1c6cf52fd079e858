import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { Trigger } from './OnFirstUse.tsx';

export interface DialogProps {
  trigger: Trigger;
  title: string;
  closeLabel: string;
  /** Takes the Escape key, where it should do something else than close. */
  onEscape?: (() => void) | undefined;
  onClose?(): void;
  children: ReactNode;
}

export default function DialogPopup({ trigger, onClose, ...frame }: DialogProps) {
  return (
    <Dialog.Root defaultOpen onOpenChange={(open) => !open && onClose?.()}>
      <Dialog.Trigger className={trigger.className} aria-label={trigger.label}>
        {trigger.children}
      </Dialog.Trigger>
      <DialogFrame {...frame} />
    </Dialog.Root>
  );
}

interface DialogFrameProps extends Omit<DialogProps, 'trigger' | 'onClose'> {
  /** Where the focus goes when it closes, for a dialog without a trigger of its own. */
  onClosed?(): void;
  /** It cannot be closed at the moment. */
  locked?: boolean;
  /** Nothing outside of it closes it: not a press beside it, not another window that comes to lie on it. */
  firm?: boolean;
  /** Holds a table or more. */
  wide?: boolean | undefined;
}

/** What every dialog looks like; inside of a `Dialog.Root`. The focus goes to what is marked `data-first`, or its first button. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, closeLabel, children, onEscape, onClosed, locked = false, firm = false, wide } = props;
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-50 bg-veil" />
      <Dialog.Content
        aria-describedby={undefined}
        onOpenAutoFocus={(event) => {
          const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-first]');
          if (!first) return;
          event.preventDefault();
          first.focus();
        }}
        onEscapeKeyDown={(event) => {
          if (!onEscape) return;
          event.preventDefault();
          onEscape();
        }}
        onInteractOutside={(event) => firm && event.preventDefault()}
        onCloseAutoFocus={(event) => {
          if (!onClosed) return;
          event.preventDefault();
          onClosed();
        }}
        className={classes(
          'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[85dvh] -translate-y-1/2 overflow-y-auto rounded-md border-2 border-ink bg-sheet p-6 text-ink shadow-lift',
          wide ? 'max-w-4xl' : 'max-w-lg',
        )}
      >
        <div className="mb-4 flex items-start justify-between gap-4">
          <Dialog.Title className="text-xl">{title}</Dialog.Title>
          <Dialog.Close
            aria-label={closeLabel}
            disabled={locked}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-sm hover:bg-brand-wash disabled:opacity-30"
          >
            <X aria-hidden size={22} />
          </Dialog.Close>
        </div>
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}
