import { lazy } from 'react';
import { OnFirstUse, type Trigger } from './OnFirstUse.tsx';

export interface MenuProps {
  trigger: Trigger;
  heading?: string;
  items: { label: string; lang?: string; checked?: boolean; onSelect(): void }[];
}

const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(load);

/** A button with a menu; the menu's code comes with the first use. */
export function Menu(props: MenuProps) {
  return (
    <OnFirstUse kind="menu" trigger={props.trigger} load={load}>
      <MenuPopup {...props} />
    </OnFirstUse>
  );
}
