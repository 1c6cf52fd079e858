import { lazy } from 'react';
import type { DialogProps } from './DialogPopup.tsx';
import { OnFirstUse } from './OnFirstUse.tsx';

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
