import { Ellipsis } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { navigate } from 'vike/client/router';
import type { AdminTopic, AdminTopicRow } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { DialogFrame } from '#renderer/ui/DialogPopup.tsx';
import { Menu } from '#renderer/ui/Menu.tsx';
import { useAct } from '../components/use-act.ts';
import { sectionPath } from '../sections.ts';
import { CancelTopic } from './CancelTopic.tsx';
import { DeleteTopic } from './DeleteTopic.tsx';

/** What can be done with a topic, behind one button; what cannot be undone asks before. */
export function TopicActions({ topic, inForm = false }: { topic: AdminTopicRow; inForm?: boolean }) {
  const { t } = useTexts('admin-topics');
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const button = useRef<HTMLSpanElement>(null);
  const { id, name } = topic;
  const duplicate = useAct<AdminTopic>({ done: t('duplicated'), failed: t('duplicateFailed') }, (copy) =>
    navigate(sectionPath('topics', copy.id)),
  );
  const over = topic.isCancelled === 1 || topic.resultsFinalized === 1;
  const items = () => [
    ...(inForm ? [] : [{ label: t('edit'), href: sectionPath('topics', id) }]),
    {
      label: t('duplicate'),
      onSelect: () => duplicate.busy || duplicate.act({ address: `/api/admin/topics/${id}/duplicate` }),
    },
    ...(over ? [] : [{ label: t('cancel.open'), onSelect: () => setAsking('cancel') }]),
    ...(topic.isArchived ? [] : [{ label: t('delete.open'), onSelect: () => setAsking('delete') }]),
  ];
  const close = () => setAsking(null);
  return (
    <span ref={button} className="relative">
      <Menu
        trigger={{
          label: t('actionsOf', { name }),
          className:
            'grid size-8 place-items-center rounded-sm text-ink hover:bg-brand-wash aria-expanded:bg-brand-wash',
          children: <Ellipsis aria-hidden size={20} />,
        }}
        items={items}
      />
      <Dialog.Root open={asking !== null} onOpenChange={(open) => !open && close()}>
        <DialogFrame
          title={asking === 'cancel' ? t('cancel.title', { name }) : t('delete.title', { name })}
          closeLabel={t('admin:close')}
          onClosed={() => button.current?.querySelector('button')?.focus()}
        >
          {asking === 'cancel' && <CancelTopic id={id} close={close} />}
          {asking === 'delete' && (
            <DeleteTopic
              id={id}
              close={close}
              onDone={async () => {
                if (inForm) await navigate(sectionPath('topics'));
              }}
            />
          )}
        </DialogFrame>
      </Dialog.Root>
    </span>
  );
}
