import { useState } from 'react';
import type { AdminTopicRow } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { useAct } from '../components/use-act.ts';

/** Switches one thing of a topic, at once. */
export function TopicSwitch({ topic, what }: { topic: AdminTopicRow; what: 'isActive' | 'isFeatured' }) {
  const { t } = useTexts('admin-topics');
  const hydrated = useHydrated();
  const stored = topic[what] === 1;
  const [wanted, setWanted] = useState(stored);
  const { name } = topic;
  const { act, busy } = useAct({
    done: t(`switched.${what}_${wanted ? 'on' : 'off'}`, { name }),
    failed: t('updateFailed'),
  });
  const on = busy ? wanted : stored;
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch mt-1"
      checked={on}
      aria-checked={on}
      disabled={!hydrated || topic.isArchived}
      aria-label={t(`switch.${what}`, { name })}
      aria-busy={busy}
      onChange={() => {
        if (busy) return;
        setWanted(!stored);
        act({ address: `/api/admin/topics/${topic.id}/switches`, body: { [what]: !stored } });
      }}
    />
  );
}
