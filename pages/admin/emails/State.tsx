import type { Broadcast } from '#modules/broadcasts/contract/index.ts';
import { usePageContext } from '#renderer/app/page-context.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { formatNumber } from '#renderer/format/format.ts';
import { classes } from '#renderer/ui/classes.ts';
import { ActionDialog } from '../components/ActionDialog.tsx';
import { ConfirmForm } from '../components/ConfirmForm.tsx';
import { broadcastAddress } from './addresses.ts';

const looks = {
  queued: 'bg-upcoming',
  held: 'bg-upcoming',
  sending: 'bg-active',
  done: 'bg-closed',
  stopped: 'bg-danger',
};

/** How far a broadcast is, in a word. */
export function State({ broadcast: { state, heldSince } }: { broadcast: Broadcast }) {
  const { t } = useTexts('admin-emails');
  const shown = heldSince ? 'held' : state;
  return (
    <span
      className={classes('rounded-sm px-2 py-0.5 text-sm font-semibold whitespace-nowrap text-on-status', looks[shown])}
    >
      {t(`state.${shown}`)}
    </span>
  );
}

/** Keeps back what has not been sent, once the admin has said yes. */
export function Stop({ broadcast: { id, subject, counts } }: { broadcast: Broadcast }) {
  const { t } = useTexts('admin-emails');
  const { language } = usePageContext();
  return (
    <ActionDialog label={t('stop.label')} name={t('stop.name', { subject })} title={t('stop.title')}>
      {(close) => (
        <ConfirmForm
          address={`${broadcastAddress(id)}/cancel`}
          action={t('stop.action')}
          done={t('stop.done')}
          failed={t('stop.failed')}
          close={close}
        >
          <p className="font-semibold wrap-anywhere">{subject}</p>
          <p>{t('stop.text', { count: counts.sent, formatted: formatNumber(language, counts.sent) })}</p>
        </ConfirmForm>
      )}
    </ActionDialog>
  );
}
