import { Link, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultRow, Topic } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button, ButtonLink } from '#renderer/ui/Button.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { sharePlaces } from './share-links.ts';

interface ShareProps {
  topic: Topic;
  rows: ResultRow[];
}

/** To pass the results on: by plain links, by the address, and by the device's own sheet where it has one. */
export function Share({ topic, rows }: ShareProps) {
  const { t } = useTexts('results');
  const { name, text } = useWords(topic, rows);
  // What only the browser knows: its address, and whether it can share by itself.
  const [browser, setBrowser] = useState<{ address: string; canShare: boolean }>();
  useEffect(() => {
    setBrowser({ address: location.origin + location.pathname, canShare: 'share' in navigator });
  }, []);
  const { address = '', canShare = false } = browser ?? {};
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: t('share.copied') });
    } catch {
      toast({ title: t('share.copyFailed', { address }), look: 'danger' });
    }
  };
  return (
    <section aria-label={t('share.title')} className="mt-4 flex flex-wrap gap-2 print:hidden">
      {canShare && (
        <Button
          look="plain"
          size="sm"
          onClick={() => navigator.share({ title: name, text, url: address }).catch(() => {})}
        >
          <Share2 aria-hidden size={16} />
          {t('share.device')}
        </Button>
      )}
      <Button look="plain" size="sm" onClick={() => void copy()}>
        <Link aria-hidden size={16} />
        {t('share.copy')}
      </Button>
      {sharePlaces.map((place) => (
        <ButtonLink
          key={place.name}
          look="plain"
          size="sm"
          href={address && place.link(text, address)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('share.on', { place: place.name })}
        >
          {place.name}
        </ButtonLink>
      ))}
    </section>
  );
}

/** The topic's name, and what is said of its results elsewhere. */
function useWords(topic: Topic, rows: ResultRow[]): { name: string; text: string } {
  const { t } = useTexts('results');
  const { language } = usePageContext();
  const { name } = inLanguage(topic, language);
  const [first, second, third] = rows.map((row) => row.name);
  const voters = t('topics:participants', {
    count: topic.participants,
    formatted: formatNumber(language, topic.participants),
  });
  const key = topic.resultsFinalized === 1 ? 'share.final' : 'share.leading';
  const ranking = new Intl.ListFormat(language, { type: 'unit' }).format(
    [first, second, third].filter((one) => one !== undefined),
  );
  return { name, text: t(key, { ranking, name, voters }) };
}
