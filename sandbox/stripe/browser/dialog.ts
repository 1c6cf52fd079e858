import { openFrame } from './frame.ts';
import type { News } from './messages.ts';

/** Shows the page of the buyer's bank over the shop's; resolves when the buyer has answered it. */
export function askBuyer(page: string): Promise<void> {
  return new Promise((resolve) => {
    const before = document.activeElement as HTMLElement | null;
    const overflow = document.documentElement.style.overflow;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Authentication');
    dialog.style.cssText =
      'border:1px solid GrayText;padding:0;margin:auto;width:min(28rem,calc(100vw - 2rem));border-radius:12px;overflow:hidden;background:Canvas;color-scheme:light dark;box-shadow:0 0 0 100vmax rgb(0 0 0/.6)';
    const frame = openFrame(page, 'Secure authentication frame', (news, detail) => {
      if (news === 'loaded') frame.element.focus();
      if (news === 'resize') frame.element.style.height = `${(detail as News['resize']).height}px`;
      if (news === 'authenticated') close();
    });
    const close = (): void => {
      dialog.close();
      frame.close();
      dialog.remove();
      document.documentElement.style.overflow = overflow;
      before?.focus();
      resolve();
    };
    frame.element.style.cssText = 'border:0;display:block;width:100%;height:17rem;color-scheme:light dark';
    // Escape while the focus is outside of the frame.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void frame.ask('fail', null);
    });
    dialog.append(frame.element);
    document.body.append(dialog);
    document.documentElement.style.overflow = 'hidden';
    dialog.showModal();
  });
}
