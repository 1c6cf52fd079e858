import { lazyOnUse } from './lazy-on-use.tsx';

export interface MenuProps {
  heading?: string;
  items: { label: string; lang?: string; checked?: boolean; onSelect(): void }[];
}

/** A button with a menu; the menu's code comes with the first use. */
export const Menu = lazyOnUse<MenuProps>(() => import('./MenuPopup.tsx'));
