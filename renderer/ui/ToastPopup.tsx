import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createPortal } from 'react-dom';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from './classes.ts';

export interface ToastMessage {
  title: string;
  text?: string;
  look?: 'plain' | 'danger';
}

/** 5 seconds, or away by a swipe to the right of 50 px (specification 1, section 9). */
export default function ToastPopup({ message }: { message: ToastMessage }) {
  const { t } = useTexts();
  return (
    <Toast.Provider duration={5_000} swipeDirection="right" swipeThreshold={50} label={t('toast.label')}>
      <Toast.Root
        type={message.look === 'danger' ? 'foreground' : 'background'}
        className={classes(
          'flex animate-rise items-start justify-between gap-4 rounded-sm border-2 border-ink border-l-8 bg-sheet p-4 shadow-lift',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-slide-out',
          message.look === 'danger' ? 'border-l-danger' : 'border-l-active',
        )}
      >
        <div>
          <Toast.Title className="font-semibold">{message.title}</Toast.Title>
          {message.text && <Toast.Description className="text-sm">{message.text}</Toast.Description>}
        </div>
        <Toast.Close
          aria-label={t('toast.close')}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-sm hover:bg-brand-wash"
        >
          <X aria-hidden size={18} />
        </Toast.Close>
      </Toast.Root>
      {/* At the end of the body and taking the pointer: an open dialog hides and blocks what was there before it. */}
      {createPortal(
        <Toast.Viewport className="pointer-events-auto fixed right-4 bottom-[calc(var(--covered,0px)+1rem)] left-4 z-60 outline-none sm:left-auto sm:w-96" />,
        document.body,
      )}
    </Toast.Provider>
  );
}
