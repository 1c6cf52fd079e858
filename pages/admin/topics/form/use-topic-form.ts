import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from 'vike/client/router';
import type { AdminTopic } from '#modules/voting/contract/admin.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { type ApiError, fetchApi } from '#renderer/data/api.ts';
import { toast } from '#renderer/ui/toast.tsx';
import { sectionPath } from '../../sections.ts';
import {
  type ChoiceRow,
  type Draft,
  draftOf,
  emptyDraft,
  numbered,
  type PlainField,
  payloadOf,
  sameDraft,
} from './draft.ts';
import { type FormErrors, noErrors, readErrors } from './errors.ts';
import { foreignChanges, rebase } from './rebase.ts';

/** What is sent, and on which stored topic it was made; null for a new one. */
interface Submission {
  draft: Draft;
  base: AdminTopic | null;
}

/** The form of one topic, or of a new one: what stands in it, what is wrong with it, and what somebody else did meanwhile. */
export function useTopicForm(topic: AdminTopic | null) {
  const { t } = useTexts('admin-topics');
  const queryClient = useQueryClient();
  const [base, setBase] = useState(topic);
  const [draft, setDraft] = useState(() => (topic ? draftOf(topic) : emptyDraft));
  /** The topic as somebody else has made it since, until it is decided whose changes stay. */
  const [theirs, setTheirs] = useState<AdminTopic | null>(null);
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const underWay = useRef(false);
  const before = base ? draftOf(base) : emptyDraft;
  const dirty = !sameDraft(draft, before);

  /** Goes on from what is stored now; where that changes what the form shows, and something was typed, it is asked. */
  const goOnFrom = (stored: AdminTopic) => {
    const next = draftOf(stored);
    if (dirty && foreignChanges(before, draft, next).length > 0) return setTheirs(stored);
    setBase(stored);
    if (!dirty) setDraft(next);
  };

  const storing = useMutation<AdminTopic, ApiError, Submission>({
    mutationFn: ({ draft: sent, base: on }) =>
      on
        ? fetchApi(`/api/admin/topics/${on.id}`, { method: 'PUT', body: { ...payloadOf(sent), version: on.version } })
        : fetchApi('/api/admin/topics', { method: 'POST', body: payloadOf(sent) }),
    async onSuccess(stored, { draft: sent, base: on }) {
      queryClient.setQueryData([`/api/admin/topics/${stored.id}`], stored);
      setBase(stored);
      // What was typed while it was on its way stays.
      setDraft((now) => rebase(numbered(sent, sent, stored), numbered(now, sent, stored), draftOf(stored)));
      if (!on) await navigate(sectionPath('topics', stored.id), { overwriteLastHistoryEntry: true });
      toast({ title: t(on ? 'updated' : 'created') });
    },
    async onError(error, { draft: sent, base: on }) {
      const address = `/api/admin/topics/${on?.id}`;
      if (error.code === 'changed_meanwhile') {
        try {
          return setTheirs(await fetchApi<AdminTopic>(address));
        } catch {
          // told below, as any other failure
        }
      }
      setErrors(readErrors(error, sent, t('common:error.retry')));
      // It may have been refused because of ballots that have come since: then the form says what they fix.
      if (on) void queryClient.invalidateQueries({ queryKey: [address] });
    },
    onSettled: () => {
      underWay.current = false;
    },
  });

  const save = (submission: Submission) => {
    if (underWay.current) return; // a double click is one submission
    underWay.current = true;
    setErrors(noErrors);
    storing.mutate(submission);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another version of it was fetched, and only then
  useEffect(() => {
    if (topic && base && topic.version > base.version) goOnFrom(topic);
  }, [topic?.version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [errors]);

  return {
    draft,
    before,
    base,
    dirty,
    errors,
    theirs,
    busy: storing.isPending,
    set: useCallback(<Name extends PlainField>(name: Name, value: Draft[Name]) => {
      setDraft((now) => ({ ...now, [name]: value }));
    }, []),
    setChoices: useCallback((change: (rows: ChoiceRow[]) => ChoiceRow[]) => {
      setDraft((now) => ({ ...now, choices: change(now.choices) }));
    }, []),
    /** Spread onto the form. */
    form: {
      ref: form,
      noValidate: true, // the server's messages are in the page's language, the browser's are not
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const begun = [
          ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]'),
        ].filter(
          ({ validity }) => validity.badInput, // the browser would give an empty text for it
        );
        if (begun.length > 0) {
          const fields = Object.fromEntries(begun.map(({ name }) => [name, t('dateBegun')]));
          return setErrors({ ...noErrors, fields });
        }
        save({ draft, base });
      },
    },
    /** Saves my changes on top of theirs. */
    saveOnTop() {
      if (!theirs) return;
      const merged = rebase(before, draft, draftOf(theirs));
      setDraft(merged);
      setBase(theirs);
      setTheirs(null);
      save({ draft: merged, base: theirs });
    },
    takeTheirs() {
      if (!theirs) return;
      setDraft(draftOf(theirs));
      setBase(theirs);
      setTheirs(null);
      setErrors(noErrors);
    },
  };
}
export type TopicForm = ReturnType<typeof useTopicForm>;
