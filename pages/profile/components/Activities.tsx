import type { Activity } from '#modules/accounts/contract/index.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import { Paged } from './Paged.tsx';

/** What was done with the account, so that its owner would notice what he or she did not do. */
export function Activities() {
  const { t } = useTexts('profile');
  return (
    <Paged<Activity> address="/api/users/activity" title={t('section.activity')} empty={t('activity.empty')}>
      {(items) => (
        <ul>
          {items.map(({ id, description, createdAt }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3">
              <span className="font-semibold">{description}</span>
              <span className="text-sm text-ink-soft">
                <LocalTime moment={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
