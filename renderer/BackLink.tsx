import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from './ui/Button.tsx';

/** The part of the Navigation API that is used here: not every browser has it, nor do the types. */
interface SiteHistory {
  entries(): { key: string; url: string | null }[];
  currentEntry: { index: number } | null;
  traverseTo(key: string): unknown;
}

/** Goes to the last other page of this site, past the sections of this one. False where there is none. */
function goBack(): boolean {
  const { navigation } = window as { navigation?: SiteHistory };
  if (navigation) {
    const before = navigation.entries().slice(0, navigation.currentEntry?.index ?? 0);
    const last = before.findLast(({ url }) => url && new URL(url).pathname !== location.pathname);
    if (last) navigation.traverseTo(last.key);
    return last !== undefined;
  }
  const cameFromHere = document.referrer.startsWith(`${location.origin}/`);
  if (cameFromHere && !location.hash) history.back();
  return cameFromHere && !location.hash;
}

/** Back to where the reader was on this site, else home. Without scripts it is a link to the home page. */
export function BackLink() {
  const { t } = useTranslation('static');
  const onClick = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (plain && goBack()) event.preventDefault();
  };
  return (
    <ButtonLink href="/" look="plain" size="sm" onClick={onClick}>
      <ArrowLeft aria-hidden size={18} />
      {t('back')}
    </ButtonLink>
  );
}
