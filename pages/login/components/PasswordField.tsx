import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Field } from '#renderer/ui/Field.tsx';

/** A password, with a button that shows what was typed. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'action' | 'className'>) {
  const { t } = useTexts('auth');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="pr-12"
      action={
        <button
          type="button"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-sm text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden size={20} />
        </button>
      }
    />
  );
}
