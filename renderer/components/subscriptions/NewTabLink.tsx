import { useLazyTexts } from '../../app/lazy-texts.ts';

/** A link that leaves the dialog as it is: what was typed there must not be lost. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  const { t } = useLazyTexts('subscription');
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center py-2 underline underline-offset-4"
    >
      <span>
        {children} <span className="text-sm text-ink-soft">{t('newTab')}</span>
      </span>
    </a>
  );
}
