import { useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import { mostChoices, type Pasted, readPasted } from './pasted.ts';

/** A whole list of choices at once; what will not be taken is told before it is added. */
export function PasteList({ present, onAdd }: { present: string[]; onAdd(choices: Pasted['choices']): void }) {
  const { t } = useTexts('admin-topics');
  const [text, setText] = useState('');
  const { choices, emptyLines, duplicates, tooLong, beyond } = readPasted(text, present);
  return (
    <div className="space-y-4">
      <TextArea
        label={t('paste.label')}
        hint={t('paste.hint')}
        rows={8}
        data-first
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status" className="space-y-1 text-sm">
        {duplicates.length > 0 && (
          <div>
            <p className="font-semibold">{t('paste.duplicates', { count: duplicates.length })}</p>
            <BadLines lines={duplicates} />
          </div>
        )}
        {tooLong.length > 0 && (
          <div>
            <p className="font-semibold">{t('paste.tooLong', { count: tooLong.length })}</p>
            <BadLines lines={tooLong} />
          </div>
        )}
        {emptyLines > 0 && <p>{t('paste.empty', { count: emptyLines })}</p>}
        {beyond > 0 && <p>{t('paste.beyond', { count: beyond, most: mostChoices })}</p>}
      </div>
      <Button disabled={choices.length === 0} onClick={() => onAdd(choices)}>
        {t('paste.add', { count: choices.length })}
      </Button>
    </div>
  );
}

function BadLines({ lines }: { lines: Pasted['duplicates'] }) {
  const { t } = useTexts('admin-topics');
  return (
    <ul className="max-h-40 overflow-y-auto text-ink-soft">
      {lines.map(({ line, name }) => (
        <li key={line} className="[overflow-wrap:anywhere]">
          {t('paste.line', { line, name })}
        </li>
      ))}
    </ul>
  );
}
