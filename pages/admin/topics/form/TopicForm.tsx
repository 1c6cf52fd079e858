import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated } from '#renderer/format/clock.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FormError } from '#renderer/ui/Field.tsx';
import { Basics } from './Basics.tsx';
import { Choices } from './Choices.tsx';
import { Conflict } from './Conflict.tsx';
import { fixedOf } from './fixed.ts';
import { Languages } from './Languages.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Picture } from './Picture.tsx';
import { Preview } from './Preview.tsx';
import { Schedule } from './Schedule.tsx';
import { useTopicForm } from './use-topic-form.ts';

/** A topic with its choices, to be made or edited. What is stored of it may come again, newer: what was typed stays. */
export function TopicForm({ topic }: { topic: AdminTopic | null }) {
  const { t } = useTexts('admin-topics');
  const hydrated = useHydrated();
  const topicForm = useTopicForm(topic);
  const { form, draft, dirty, errors, busy } = topicForm;
  const fixed = fixedOf(topic);
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <Conflict topicForm={topicForm} />
      {/* What has the focus stays free of the bar at the window's foot. */}
      <form
        {...form}
        inert={!hydrated}
        className="space-y-8 [&_:is(a,button,input,select,textarea)]:scroll-mt-20 [&_:is(a,button,input,select,textarea)]:scroll-mb-52"
      >
        {fixed.final && <p className="border-l-4 border-closed pl-2">{t('fixed.final')}</p>}
        <fieldset disabled={fixed.final} className="min-w-0 space-y-8">
          <Languages topicForm={topicForm} />
          <div className="grid gap-8 lg:grid-cols-2">
            <Basics topicForm={topicForm} />
            <Picture topicForm={topicForm} />
          </div>
          <Schedule topicForm={topicForm} fixed={fixed} />
          <Choices topicForm={topicForm} fixed={fixed} />
        </fieldset>
        <div className="sticky bottom-[var(--covered,0px)] z-20 -mx-1 space-y-3 border-t-2 border-ink bg-paper px-1 py-3">
          <FormError title={t(topic ? 'updateFailed' : 'createFailed')}>{errors.general}</FormError>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" busy={busy}>
              {t(busy ? 'saving' : topic ? 'save' : 'create')}
            </Button>
            <Preview draft={draft} topic={topic} />
            <p className="text-sm text-ink-soft">{dirty && t('unsaved')}</p>
          </div>
        </div>
      </form>
    </>
  );
}
