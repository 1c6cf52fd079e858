import { lazy, type ReactNode } from 'react';
import { OnFirstUse, type Trigger } from './OnFirstUse.tsx';

export interface DialogProps {
  trigger: Trigger;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

const load = () => import('./DialogPopup.tsx');
const DialogPopup = lazy(load);

/** A button with a dialog; the dialog's code comes with the first use. */
export function Dialog(props: DialogProps) {
  return (
    <OnFirstUse kind="dialog" trigger={props.trigger} load={load}>
      <DialogPopup {...props} />
    </OnFirstUse>
  );
}
