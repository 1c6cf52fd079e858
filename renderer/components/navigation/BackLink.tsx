import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { usePageContext } from '../../app/page-context.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

/** The part of the Navigation API that is used here: not every browser has it, nor do the types. */
interface SiteHistory {
  entries(): { key: string; url: string | null }[];
  currentEntry: { index: number } | null;
  traverseTo(key: string): unknown;
}

/**
 * Goes to the last other page of this site, past the sections of this one. False where there is none, or where the browser
 * cannot tell: `cameByLink` says that the page was reached from another one without loading anew.
 */
function goBack(cameByLink: boolean): boolean {
  const { navigation } = window as { navigation?: SiteHistory };
  if (navigation) {
    const before = navigation.entries().slice(0, navigation.currentEntry?.index ?? 0);
    const last = before.findLast(({ url }) => url && new URL(url).pathname !== location.pathname);
    if (last) navigation.traverseTo(last.key);
    return last !== undefined;
  }
  const cameFromHere = cameByLink || document.referrer.startsWith(`${location.origin}/`);
  if (!cameFromHere || location.hash) return false; // with a section the step back might stay on this page
  history.back();
  return true;
}

/** Back to where the reader was on this site, else home. Without scripts it is a link to the home page. */
export function BackLink() {
  const { t } = useTexts('static');
  const pageContext = usePageContext();
  const cameByLink = 'previousPageContext' in pageContext && pageContext.previousPageContext != null;
  const onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (plain && goBack(cameByLink)) event.preventDefault();
  };
  return (
    <ButtonLink href="/" look="plain" size="sm" onClick={onClick}>
      <ArrowLeft aria-hidden size={18} />
      {t('back')}
    </ButtonLink>
  );
}
