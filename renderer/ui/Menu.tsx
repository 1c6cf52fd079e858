import { lazy } from 'react';
import type { MenuProps } from './MenuPopup.tsx';
import { OnFirstUse } from './OnFirstUse.tsx';

const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(load);

/** A button with a menu; the menu's code comes with the first use, and its items are made then. */
export function Menu(props: MenuProps) {
  return (
    <OnFirstUse kind="menu" trigger={props.trigger} load={load}>
      <MenuPopup {...props} />
    </OnFirstUse>
  );
}
