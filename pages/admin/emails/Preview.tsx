import { useState } from 'react';
import type { BroadcastPreview } from '#modules/broadcasts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { type Language, languageNames } from '#src/shared/languages.ts';

/** The mail in each language as it will be sent. Its frame runs no scripts; its links open beside this page. */
export function Preview({ preview, stale }: { preview: BroadcastPreview; stale: boolean }) {
  const { t } = useTexts('admin-emails');
  const [shown, setShown] = useState<Language>('en');
  return (
    <section aria-labelledby="preview" className="max-w-3xl">
      <h2 id="preview" className="mb-3 text-xl">
        {t('preview.title')}
      </h2>
      {stale && (
        <p role="status" className="mb-3 border-l-4 border-upcoming bg-sheet px-3 py-2 text-sm">
          {t('preview.stale')}
        </p>
      )}
      <Tabs<Language>
        label={t('preview.title')}
        value={shown}
        onChange={setShown}
        tabs={preview.items.map(({ language, translated, subject, html, text }) => ({
          value: language,
          label: languageNames[language],
          panel: (
            <div className="-mt-2 space-y-3">
              {!translated && <p className="text-sm text-ink-soft">{t('preview.english')}</p>}
              <p lang={translated ? language : 'en'} className="text-lg font-semibold wrap-anywhere">
                {subject}
              </p>
              <iframe
                title={t('preview.frame', { language: languageNames[language] })}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                srcDoc={html.replace('<head>', '<head><base target="_blank">')}
                className="h-96 w-full border-2 border-field bg-sheet"
              />
              <details>
                <summary className="min-h-11 py-2 font-semibold">{t('preview.plain')}</summary>
                <pre className="border border-rule bg-sheet p-3 text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
              </details>
            </div>
          ),
        }))}
      />
    </section>
  );
}
