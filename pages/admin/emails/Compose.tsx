import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import {
  type Broadcast,
  type BroadcastAudience,
  type BroadcastPreview,
  messageMax,
  subjectMax,
} from '#modules/broadcasts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Tabs } from '#renderer/ui/Tabs.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { type Language, languageNames, languages } from '#src/shared/languages.ts';
import { sectionPath } from '../sections.ts';
import { audienceAddress } from './addresses.ts';
import { CountedField } from './CountedField.tsx';
import { Preview } from './Preview.tsx';
import { Recipients } from './Recipients.tsx';
import { SendDialog } from './SendDialog.tsx';
import { addressesIn, fieldOf, useDraft } from './use-draft.ts';
import { type Purpose, useLetterCall } from './use-letter-call.ts';

/** A broadcast being written: three languages, recipients, and what is done with it. */
export function Compose({ onSent }: { onSent(broadcast: Broadcast): void }) {
  const { t, i18n } = useTexts('admin-emails');
  const hydrated = useHydrated();
  const queryClient = useQueryClient();
  const { draft, change, write, clear, text, broadcast } = useDraft();
  const [language, setLanguage] = useState<Language>('en');
  const [preview, setPreview] = useState<{ of: string; shown: BroadcastPreview } | null>(null);
  const [asking, setAsking] = useState(false);
  const now = JSON.stringify(text);

  const done = (purpose: Purpose, answer: unknown) => {
    if (purpose === 'preview') setPreview({ of: now, shown: answer as BroadcastPreview });
    if (purpose === 'test') toast({ title: t('testSent'), text: (answer as { message: string }).message });
    if (purpose === 'ask') {
      setAsking(true);
      void queryClient.invalidateQueries({ queryKey: [audienceAddress] });
    }
    if (purpose !== 'send') return;
    const sent = answer as Broadcast;
    const count = sent.counts.recipients - sent.counts.withoutConsent;
    const formatted = formatNumber(i18n.language, count);
    toast(
      count > 0 ? { title: t('sent.title'), text: t('sent.text', { count, formatted }) } : { title: t('sent.nobody') },
    );
    setAsking(false);
    setPreview(null);
    clear();
    onSent(sent);
    void queryClient.invalidateQueries();
  };
  const wrong = (fields: Record<string, string>) => {
    setAsking(false);
    const concerned = languages.find((one) => fields[fieldOf('subject', one)] ?? fields[fieldOf('message', one)]);
    if (concerned) setLanguage(concerned);
  };
  const { form, errors, busy, call } = useLetterCall(done, wrong);
  const button = (purpose: Purpose, body: object, look: ComponentProps<typeof Button>['look'] = 'plain') => (
    <Button look={look} disabled={!hydrated} busy={busy === purpose} onClick={() => call(purpose, body)}>
      {t(`do.${purpose}`)}
    </Button>
  );

  return (
    <>
      <SwitchedOff />
      <form ref={form} noValidate onSubmit={(event) => event.preventDefault()} className="space-y-6">
        <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <Tabs<Language>
            label={t('languages')}
            value={language}
            onChange={setLanguage}
            tabs={languages.map((one) => ({
              value: one,
              label: languageNames[one],
              panel: (
                <div className="-mt-2 space-y-2">
                  {one !== 'en' && (
                    <p className="text-sm text-ink-soft">{t('otherwiseEnglish', { language: languageNames[one] })}</p>
                  )}
                  <CountedField
                    label={t('subject')}
                    value={draft.texts[one].subject}
                    max={subjectMax}
                    rows={1}
                    lang={one}
                    required={one === 'en'}
                    error={errors[fieldOf('subject', one)]}
                    onChange={(typed) => write(one, 'subject', typed)}
                  />
                  <CountedField
                    label={t('message')}
                    value={draft.texts[one].message}
                    max={messageMax}
                    rows={9}
                    lang={one}
                    required={one === 'en'}
                    error={errors[fieldOf('message', one)]}
                    onChange={(typed) => write(one, 'message', typed)}
                  />
                  <p className="text-sm text-ink-soft">{t('plainText')}</p>
                </div>
              ),
            }))}
          />
          <Recipients draft={draft} change={change} errors={errors} />
        </div>
        <div className="flex flex-wrap gap-3 border-t border-rule pt-4">
          {button('ask', text, 'action')}
          {button('preview', text)}
          {button('test', { ...text, language })}
        </div>
      </form>
      {preview && <Preview preview={preview.shown} stale={preview.of !== now} />}
      <SendDialog
        open={asking}
        subject={draft.texts.en.subject.trim()}
        listed={draft.audience === 'all' ? null : new Set(addressesIn(draft.list.toLowerCase())).size}
        busy={busy === 'send'}
        onSend={() => call('send', broadcast())}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Says so where what is sent would wait. */
function SwitchedOff() {
  const { t } = useTexts('admin-emails');
  const { data: audience } = useApi<BroadcastAudience>(audienceAddress);
  if (audience?.switchedOn !== false) return null;
  return (
    <p className="border-l-4 border-upcoming bg-sheet px-3 py-2">
      {t('switchedOff')}{' '}
      <a href={sectionPath('settings')} className="underline underline-offset-4">
        {t('toSettings')}
      </a>
    </p>
  );
}
