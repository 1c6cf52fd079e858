import { type Frame, openFrame } from './frame.ts';
import type { Appearance, FrameOptions, News, StripeJsError } from './messages.ts';

type Listener = (event?: unknown) => void;

/** The card form on the shop's page: `elements.create('payment')`. */
export interface PaymentElement {
  _frame(): Frame | null;
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: { readOnly?: boolean }): void;
  on(event: string, listener: Listener): PaymentElement;
  once(event: string, listener: Listener): PaymentElement;
  off(event: string, listener?: Listener): PaymentElement;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
}

const patience = 20_000;

export function integrationError(message: string): Error {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

/** @param shared what all elements of a group have: key, secret, locale, appearance. */
export function createPaymentElement(
  shared: () => FrameOptions,
  initial: { readOnly?: boolean },
  destroyed: () => void,
): PaymentElement & { _refresh(): Promise<void> } {
  let own = initial;
  let frame: Frame | null = null;
  let gone = false;
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, detail: object = {}): void => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener({ elementType: 'payment', ...detail });
  };

  function heard<N extends keyof News>(news: N, detail: News[N]): void {
    if (news === 'resize' && frame) frame.element.style.height = `${(detail as News['resize']).height}px`;
    else if (news === 'submit') frame?.element.closest('form')?.requestSubmit();
    else if (news === 'change') emit('change', { ...(detail as News['change']), collapsed: false });
    else if (news === 'focus' || news === 'blur' || news === 'escape') emit(news);
  }

  async function refresh(): Promise<StripeJsError | undefined> {
    const scheme = schemeOf(shared().appearance);
    if (frame) frame.element.style.colorScheme = scheme;
    const result = await frame?.ask('set', { ...shared(), readOnly: own.readOnly, scheme });
    return result?.error;
  }

  async function show(target: HTMLElement): Promise<void> {
    const { locale = '', appearance } = shared();
    const query = new URLSearchParams({ scheme: schemeOf(appearance), locale });
    const opened = openFrame(`/stripe/card-form?${query}`, 'Secure payment input frame', heard);
    frame = opened;
    opened.element.style.cssText =
      'border:0;display:block;width:100%;height:9rem;overflow:hidden;background:transparent';
    opened.element.style.colorScheme = schemeOf(appearance);
    opened.element.allow = 'payment *';
    target.replaceChildren(opened.element);
    const tooLate = new Promise<StripeJsError>((resolve) => {
      setTimeout(() => resolve({ type: 'api_connection_error', message: 'The card form did not load.' }), patience);
    });
    const error = await Promise.race([refresh(), tooLate]);
    if (frame !== opened) return;
    if (error) emit('loaderror', { error });
    else emit('ready');
  }

  const element: PaymentElement & { _refresh(): Promise<void> } = {
    _frame: () => frame,
    async _refresh() {
      if (frame) await refresh();
    },
    mount(target) {
      if (gone) throw integrationError('This Element has already been destroyed. Please create a new one.');
      const found = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
      if (!found)
        throw integrationError(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
        );
      if (frame && found.contains(frame.element)) return;
      element.unmount();
      found.classList.add('StripeElement');
      void show(found);
    },
    unmount() {
      frame?.close();
      frame = null;
    },
    destroy() {
      element.unmount();
      gone = true;
      destroyed();
    },
    update(options) {
      own = { ...own, ...options };
      void element._refresh();
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return element;
    },
    once(event, listener) {
      const first: Listener = (detail) => {
        element.off(event, first);
        listener(detail);
      };
      return element.on(event, first);
    },
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener);
      else listeners.delete(event);
      return element;
    },
    focus: () => void frame?.ask('focus', null),
    blur: () => void frame?.ask('blur', null),
    clear: () => void frame?.ask('clear', null),
    collapse() {},
  };
  return element;
}

/** A frame is transparent only if it has the scheme of the element that holds it, so both get the same. */
function schemeOf(appearance: Appearance = {}): 'light' | 'dark' {
  const paper = appearance.variables?.colorBackground;
  if (!paper) return appearance.theme === 'night' ? 'dark' : 'light';
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return 'light';
  canvas.fillStyle = paper;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 255, green = 255, blue = 255] = canvas.getImageData(0, 0, 1, 1).data;
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128 ? 'dark' : 'light';
}
