import type { ReactNode } from 'react';
import { lazyOnUse } from './lazy-on-use.tsx';

export interface DialogProps {
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** A button with a dialog; the dialog's code comes with the first use. */
export const Dialog = lazyOnUse<DialogProps>(() => import('./DialogPopup.tsx'));
