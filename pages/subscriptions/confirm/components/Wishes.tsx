import type { LinkState } from '#modules/notifications/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';

/** What a confirmation will turn on, and what it will turn off. */
export function Wishes({ link }: { link: LinkState & { state: 'ready' } }) {
  const { t } = useTexts('confirmation');
  return (
    <dl className="slip divide-y divide-rule px-6 py-2">
      {(['service', 'marketing'] as const).map((kind) => (
        <div key={kind} className="flex items-center justify-between gap-4 py-3">
          <dt>{t(`${link.channel}.${kind}`)}</dt>
          <dd
            className={classes(
              'rounded-sm px-2 py-0.5 text-sm font-semibold text-on-status',
              link[kind] ? 'bg-active' : 'bg-closed',
            )}
          >
            {t(link[kind] ? 'on' : 'off')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
