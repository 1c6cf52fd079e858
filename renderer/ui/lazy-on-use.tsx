import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * A trigger whose popup (menu, dialog) is loaded when it is first needed: until then the page carries a plain button.
 * The popup renders its own trigger, so that it can give the focus back to it.
 */
export function lazyOnUse<Props>(load: () => Promise<{ default: ComponentType<Props & PopupProps> }>) {
  const Popup = lazy(load);
  return function LazyOnUse({ trigger, popup, ...props }: Props & LazyProps) {
    const [used, setUsed] = useState(false);
    const button = (
      <button
        type="button"
        aria-haspopup={popup}
        aria-expanded={used ? undefined : false}
        aria-label={trigger.label}
        className={trigger.className}
        onClick={() => setUsed(true)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        {trigger.children}
      </button>
    );
    if (!used) return button;
    return (
      <Suspense fallback={button}>
        <Popup {...(props as Props)} trigger={trigger} />
      </Suspense>
    );
  };
}

export interface Trigger {
  /** Needed where the visible content is not a name. */
  label?: string;
  className: string;
  children: ReactNode;
}

interface LazyProps {
  trigger: Trigger;
  popup: 'menu' | 'dialog';
}

/** What a lazily loaded popup gets beside its own props. It opens at once: it is loaded because it was asked for. */
export interface PopupProps {
  trigger: Trigger;
}
