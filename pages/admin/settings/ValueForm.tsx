import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { useForm } from '#renderer/data/use-form.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { inputClasses } from '#renderer/ui/Field.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { SettingKey } from '#src/shared/settings.ts';

interface ValueFormProps {
  /** The setting's name; its heading and its text bear it as their ids. */
  name: SettingKey;
  value: number | string[];
  done: string;
}

/** A number as people write it: thousands may stand apart. Null where nothing was typed. */
function asNumber(typed: string): number | null {
  const digits = typed.replace(/\s/g, '');
  if (digits === '') return null;
  return Number(/^\d{1,3}([.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits);
}

/** A setting that is typed: a number, or a list whose entries are divided by commas or spaces. */
export function ValueForm({ name, value, done }: ValueFormProps) {
  const { t } = useTexts('admin-settings');
  const queryClient = useQueryClient();
  const isList = Array.isArray(value);
  const { form, error, failure, submit } = useForm('/api/admin/settings', {
    method: 'PUT',
    repeatable: true,
    prepare: ({ typed = '' }) => ({
      key: name,
      value: isList ? typed.split(/[\s,;]+/).filter(Boolean) : asNumber(typed),
    }),
    onSuccess() {
      toast({ title: done });
      void queryClient.invalidateQueries();
    },
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const written = isList ? value.join(', ') : String(value);
  useEffect(() => {
    // As it was stored, here or by somebody else, it takes the place of what stands here.
    const shown = area.current ?? field.current;
    if (shown) shown.value = written;
  }, [written]);
  const wrong = failure ?? Object.values(error?.fields ?? {})[0];
  const input = {
    name: 'typed',
    'aria-labelledby': name,
    'aria-describedby': wrong ? `${name}-text ${name}-error` : `${name}-text`,
    'aria-invalid': wrong ? true : undefined,
    className: inputClasses(Boolean(wrong)),
  } as const;
  return (
    <form {...form} className={isList ? 'w-full' : undefined}>
      <div className={isList ? 'space-y-2' : 'flex gap-2'}>
        {isList ? (
          <textarea
            {...input}
            ref={area}
            rows={3}
            defaultValue={written}
            spellCheck={false}
            autoCapitalize="characters"
          />
        ) : (
          <div className="w-28 shrink-0">
            <input {...input} ref={field} inputMode="numeric" defaultValue={written} />
          </div>
        )}
        <Button {...submit} look="plain" aria-label={t('saveOf', { setting: t(`${name}.title`) })}>
          {t('save')}
        </Button>
      </div>
      {wrong && (
        <p id={`${name}-error`} role="alert" className="mt-1 text-sm font-semibold text-danger">
          {wrong}
        </p>
      )}
    </form>
  );
}
