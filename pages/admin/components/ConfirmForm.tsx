import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '#renderer/app/texts.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { inputClasses } from '#renderer/ui/Field.tsx';
import { useAct } from './use-act.ts';

interface ConfirmFormProps {
  address: string;
  method?: 'POST' | 'PUT' | 'DELETE';
  /** What is sent, beside the reason. */
  body?: object;
  /** What will happen. */
  children: ReactNode;
  /** The label of the reason, where one has to be given. */
  reason?: string;
  /** What the API calls it, if not `reason`. */
  reasonName?: string;
  /** What the button says. */
  action: string;
  done: string;
  failed: string;
  close(): void;
  /** What follows once it is done, before what the page shows is fetched again. */
  onDone?(): void | Promise<void>;
}

/** The inside of a dialog that asks before something is done that matters, and for its reason where there must be one. */
export function ConfirmForm(props: ConfirmFormProps) {
  const { address, method = 'POST', body = {}, children, reason, reasonName = 'reason' } = props;
  const { action, done, failed, close, onDone } = props;
  const { t } = useTexts('admin');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const { act, busy } = useAct({ done, failed }, async () => {
    close();
    await onDone?.();
  });
  const id = useId();
  const missing = reason !== undefined && typed.trim() === '';
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!missing && !busy)
          act({ address, method, body: reason === undefined ? body : { ...body, [reasonName]: typed } });
      }}
    >
      <div className="space-y-2">{children}</div>
      {reason !== undefined && (
        <div>
          <label htmlFor={id} className="mb-1 block font-semibold">
            {reason}
          </label>
          <textarea
            id={id}
            data-first
            value={typed}
            maxLength={500}
            rows={3}
            onChange={(event) => setTyped(event.target.value)}
            aria-invalid={(tried && missing) || undefined}
            aria-describedby={tried && missing ? `${id}-error` : undefined}
            className={inputClasses(tried && missing)}
          />
          {tried && missing && (
            <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
              {t('reasonRequired')}
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        <Button look="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
