import type { AdminTopicRow } from '#modules/voting/contract/admin.ts';
import { whyNoBallots } from '#modules/voting/rules/status.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { classes } from '#renderer/ui/classes.ts';

/** Where a topic stands; colours as its card has them. An archived one may be cancelled too. */
export function TopicState({
  topic,
}: {
  topic: Pick<AdminTopicRow, 'status' | 'isActive' | 'isCancelled' | 'isArchived' | 'resultsFinalized'>;
}) {
  const { t } = useTexts('admin-topics');
  const state = whyNoBallots(topic) ?? topic.status;
  const look =
    { upcoming: 'bg-upcoming', active: 'bg-active', always_open: 'bg-active' }[state as string] ?? 'bg-closed';
  return (
    <span className="flex flex-wrap gap-1">
      <span className={classes('rounded-sm px-1.5 font-semibold whitespace-nowrap text-on-status', look)}>
        {t(`state.${state}`)}
      </span>
      {topic.isArchived && (
        <span className="rounded-sm border border-field px-1.5 font-semibold whitespace-nowrap">
          {t('state.archived')}
        </span>
      )}
    </span>
  );
}
