import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { navigate } from 'vike/client/router';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';

/** What a browser tells of a step through its history (Navigation API). */
interface Traversal extends Event {
  navigationType: string;
  destination: { key: string };
}
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}
const browserNavigation = () => (window as { navigation?: Navigation }).navigation;

/** While something is unsaved: asks before a link, the way back or the browser leads away from it. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { t } = useTexts('admin-topics');
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!dirty) return;
    let leaving = false; // it was asked, and answered
    const ask = (event: Event, go: () => void) => {
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => {
        leaving = true;
        setLeave(null);
        go();
      });
    };
    // Links of this site, before the router sees them; any other goes by the browser, which asks by itself.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const inside = link.origin === location.origin && !link.target && !link.hasAttribute('download');
      if (!inside || link.getAttribute('href')?.startsWith('#') || link.pathname.startsWith('/api/')) return;
      ask(event, () => void navigate(link.pathname + link.search + link.hash));
    };
    const onNavigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as Traversal;
      if (leaving || navigationType !== 'traverse' || !cancelable) return;
      ask(event, () => browserNavigation()?.traverseTo(destination.key));
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onClick, { capture: true });
    browserNavigation()?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      browserNavigation()?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [dirty]);

  return (
    <Dialog.Root open={leave !== null} onOpenChange={(open) => !open && setLeave(null)}>
      <DialogFrame title={t('leave.title')} closeLabel={t('admin:close')}>
        <p className="mb-4">{t('leave.text')}</p>
        <div className="flex flex-wrap gap-3">
          <Button data-first onClick={() => setLeave(null)}>
            {t('leave.stay')}
          </Button>
          <Button look="plain" onClick={() => leave?.()}>
            {t('leave.go')}
          </Button>
        </div>
      </DialogFrame>
    </Dialog.Root>
  );
}
