import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { LegalPage } from '#renderer/components/texts/LegalPage.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { contacts } from '#src/shared/contacts.ts';
import { StorageTable } from './components/StorageTable.tsx';
import { stored, unused } from './components/storage.ts';

/** What the site keeps in a browser, with the way to change what one has agreed to. */
export default function Page() {
  const { t } = useTexts('cookies');
  const { now } = usePageContext();
  return (
    <LegalPage
      namespace="cookies"
      date={new Date(now)} // the policy shows today's date (specification 2, section 2.6)
      values={contacts}
      extras={{
        used: <StorageTable caption={t('captionUsed')} rows={stored} />,
        unused: <StorageTable caption={t('captionUnused')} rows={unused} />,
        choose: (
          <Button className="mt-6" onClick={() => window.dispatchEvent(new Event('openCookiePreferences'))}>
            {t('update')}
          </Button>
        ),
      }}
    />
  );
}
