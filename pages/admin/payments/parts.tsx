import { ExternalLink } from 'lucide-react';
import type { AdminPayment } from '#modules/payments/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { sectionPath } from '../sections.ts';

/** A payment by its number, leading to everything that is known of it. */
export function PaymentLink({ id }: { id: number }) {
  const { t } = useTexts('admin-payments');
  return (
    <a
      href={sectionPath('payments', id)}
      aria-label={t('payment', { id })}
      className="font-semibold underline underline-offset-4 tabular-nums"
    >
      {id}
    </a>
  );
}

/** The way to a payment at the provider, in a tab of its own. */
export function ProviderLink({ id, url, text }: { id: number; url: string | null; text: string }) {
  const { t } = useTexts('admin-payments');
  if (!url) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('atProvider', { id, text })}
      className="inline-block min-h-6 min-w-28 underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      {text} <ExternalLink aria-hidden size={14} className="inline align-[-0.1em]" />
    </a>
  );
}

/** How a payment stands and why, and what has been asked for or has happened to it beside that. */
export function PaymentState({ payment }: { payment: AdminPayment }) {
  const { t } = useTexts('admin-payments');
  const { status, reason, refundAsked, disputed } = payment;
  const notes = [
    reason && t(`reason.${reason}`),
    refundAsked && status === 'succeeded' && t('refundAsked'),
    disputed && status !== 'disputed' && t('wasDisputed'),
  ].filter(Boolean);
  return (
    <div className="min-w-28">
      <span className="font-semibold">{t(`status.${status}`)}</span>
      {notes.map((note) => (
        <span key={note || ''} className="block text-ink-soft">
          {note}
        </span>
      ))}
    </div>
  );
}
