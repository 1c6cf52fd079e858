import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { type OptionalKind, optionalKinds } from '#src/shared/consent.ts';
import { useLazyTexts } from '../../app/lazy-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogFrame } from '../../ui/DialogPopup.tsx';
import { cookiePreferences, everything, nothingOptional } from './preferences.ts';

interface ConsentDialogProps {
  onAnswer(chosen: Record<OptionalKind, boolean>): void;
  onClose(): void;
}

/** One switch for each kind of cookie; the necessary ones are always on. */
export default function ConsentDialog({ onAnswer, onClose }: ConsentDialogProps) {
  const { t } = useLazyTexts('consent');
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  const [chosen, setChosen] = useState<Record<OptionalKind, boolean>>(() => cookiePreferences() ?? nothingOptional);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <DialogFrame
        title={t('title')}
        closeLabel={t('close')}
        onClosed={() =>
          (opener?.isConnected ? opener : document.getElementById('main'))?.focus({ preventScroll: true })
        }
      >
        <p>{t('intro')}</p>
        <ul className="mt-4">
          <Kind name="necessary" checked disabled />
          {optionalKinds.map((kind) => (
            <Kind
              key={kind}
              name={kind}
              checked={chosen[kind]}
              onChange={(checked) => setChosen({ ...chosen, [kind]: checked })}
            />
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => onAnswer(chosen)}>{t('save')}</Button>
          <Button look="plain" onClick={() => onAnswer(everything)}>
            {t('all')}
          </Button>
        </div>
      </DialogFrame>
    </Dialog.Root>
  );
}

interface KindProps {
  name: 'necessary' | OptionalKind;
  checked: boolean;
  disabled?: boolean;
  onChange?(checked: boolean): void;
}

function Kind({ name, checked, disabled, onChange }: KindProps) {
  const { t } = useLazyTexts('consent');
  return (
    <li className="border-t border-rule py-3">
      <label className="flex min-h-11 items-start justify-between gap-4">
        <span>
          <span className="block font-semibold">{t(`kind.${name}.title`)}</span>
          <span className="block text-sm text-ink-soft">{t(`kind.${name}.text`)}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange?.(event.target.checked)}
          className="switch mt-1"
        />
      </label>
    </li>
  );
}
