import { useId } from 'react';
import { topicStatus } from '#modules/voting/rules/status.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { useHydrated, useServerTime } from '#renderer/format/clock.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { classes } from '#renderer/ui/classes.ts';
import { inputClasses } from '#renderer/ui/Field.tsx';
import { LocalTime } from '#renderer/ui/LocalTime.tsx';
import type { Fixed } from './fixed.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import type { TopicForm } from './use-topic-form.ts';

/** When a topic opens and ends: typed in the admin's own zone, with what that is in UTC beside it. */
export function Schedule({ topicForm, fixed }: { topicForm: TopicForm; fixed: Fixed }) {
  const { t } = useTexts('admin-topics');
  const hydrated = useHydrated();
  const now = useServerTime(60_000);
  const { startDate, endDate } = topicForm.draft;
  const status = topicStatus({ startDate: startDate || null, endDate: endDate || null }, new Date(now));
  return (
    <section aria-labelledby="schedule">
      <h3 id="schedule" className="text-lg">
        {t('form.schedule')}
      </h3>
      <p className="mb-3 text-sm text-ink-soft">
        {hydrated
          ? t('form.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
          : t('form.zone', { zone: 'UTC' })}{' '}
        {t('form.noDates')}
      </p>
      <div className="grid gap-5 lg:grid-cols-2">
        <MomentField name="startDate" label={t('form.start')} topicForm={topicForm} reason={fixed.startDate} />
        <MomentField
          name="endDate"
          label={t('form.end')}
          topicForm={topicForm}
          reason={fixed.endDate}
          onlyAfter={fixed.endOnlyAfter}
        />
      </div>
      <p className="mt-3 text-sm">{t('form.becomes', { state: t(`state.${status}`) })}</p>
    </section>
  );
}

interface MomentFieldProps {
  name: 'startDate' | 'endDate';
  label: string;
  topicForm: TopicForm;
  /** Why it is fixed. */
  reason?: Fixed['startDate'];
  onlyAfter?: string | undefined;
}

function MomentField({ name, label, topicForm, reason, onlyAfter }: MomentFieldProps) {
  const { t } = useTexts('admin-topics');
  const hydrated = useHydrated();
  const id = useId();
  const moment = topicForm.draft[name];
  const error = topicForm.errors.fields[name];
  const explained = reason !== undefined || onlyAfter !== undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name={name}
          type="datetime-local"
          // Before the browser has taken over nobody knows its zone: the moment stands beside in UTC then.
          value={hydrated ? toLocalInput(moment) : ''}
          onChange={(event) => topicForm.set(name, fromLocalInput(event.target.value))}
          readOnly={reason !== undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={classes(`${id}-utc`, explained && `${id}-reason`, error && `${id}-error`)}
          className={inputClasses(Boolean(error), 'min-w-0 flex-1 read-only:bg-paper read-only:text-ink-soft')}
        />
        {moment && !explained && (
          <Button
            look="quiet"
            size="sm"
            aria-label={t('form.clear', { label })}
            onClick={() => topicForm.set(name, '')}
          >
            {t('form.none')}
          </Button>
        )}
      </div>
      <p id={`${id}-utc`} className="mt-1 min-h-5 text-sm text-ink-soft tabular-nums">
        <UtcTime moment={moment} />
      </p>
      {explained && (
        <p id={`${id}-reason`} className="mt-1 border-l-4 border-closed pl-2 text-sm">
          {reason ? t(`fixed.${reason}`) : t('fixed.end')} {!reason && onlyAfter && <LocalTime moment={onlyAfter} />}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function UtcTime({ moment }: { moment: string }) {
  const { i18n } = useTexts();
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return <time dateTime={moment}>{`= ${format.format(date)} UTC`}</time>;
}
