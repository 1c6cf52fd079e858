import { Dialog } from 'radix-ui';
import type { BroadcastAudience } from '#modules/broadcasts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { useApi } from '#renderer/data/api.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { audienceAddress } from './addresses.ts';

interface SendDialogProps {
  open: boolean;
  subject: string;
  /** How many addresses stand on the list; null for everybody. */
  listed: number | null;
  busy: boolean;
  onSend(): void;
  onClose(): void;
}

/** Asks, with the number of people, before anything leaves. */
export function SendDialog({ open, subject, listed, busy, onSend, onClose }: SendDialogProps) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  const { data: audience } = useApi<BroadcastAudience>(audienceAddress);
  const number = (count: number) => ({ count, formatted: formatNumber(language, count) });
  return (
    <Dialog.Root open={open} onOpenChange={(wanted) => !wanted && !busy && onClose()}>
      <DialogFrame title={t('ask.title')} closeLabel={t('admin:close')} locked={busy}>
        <div className="space-y-3">
          <p className="font-semibold wrap-anywhere">{subject}</p>
          {listed === null ? (
            audience && (
              <p>
                {t('ask.all', number(audience.reachable))}{' '}
                {audience.overLimit > 0 && t('audience.overLimit', number(audience.overLimit))}
              </p>
            )
          ) : (
            <p>{t('ask.list', number(listed))}</p>
          )}
          <p className="text-ink-soft">{t('ask.final')}</p>
          <div className="flex flex-wrap gap-3 pt-2">
            <Button data-first busy={busy} onClick={onSend}>
              {t('do.send')}
            </Button>
            <Button look="plain" onClick={() => busy || onClose()}>
              {t('admin:cancel')}
            </Button>
          </div>
        </div>
      </DialogFrame>
    </Dialog.Root>
  );
}
