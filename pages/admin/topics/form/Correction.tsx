import { useState } from 'react';
import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import { useAct } from '../../components/use-act.ts';

const notes = [
  ['correction', 'en'],
  ['correctionEs', 'es'],
  ['correctionFr', 'fr'],
] as const;

/** The note beside a topic that is final, in place of changes of what it shows. */
export function Correction({ topic }: { topic: AdminTopic }) {
  const { t } = useTexts('admin-topics');
  const { correction, correctionEs, correctionFr } = topic;
  const [typed, setTyped] = useState({
    correction: correction ?? '',
    correctionEs: correctionEs ?? '',
    correctionFr: correctionFr ?? '',
  });
  const { act, busy } = useAct({ done: t('correction.done'), failed: t('correction.failed') });
  return (
    <form
      aria-labelledby="correction"
      className="mt-8 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) act({ address: `/api/admin/topics/${topic.id}/correction`, body: typed });
      }}
    >
      <h3 id="correction" className="text-lg">
        {t('correction.title')}
      </h3>
      <p className="text-sm text-ink-soft">{t('correction.text')}</p>
      {notes.map(([name, language]) => (
        <TextArea
          key={name}
          label={`${t('correction.note')} (${language.toUpperCase()})`}
          lang={language}
          rows={3}
          maxLength={1_000}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <Button type="submit" look="plain" busy={busy}>
        {t('correction.save')}
      </Button>
    </form>
  );
}
