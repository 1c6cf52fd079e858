import { useRef, useState } from 'react';
import { type Language, languages } from '#src/shared/languages.ts';

export interface Draft {
  texts: Record<Language, { subject: string; message: string }>;
  audience: 'all' | 'list';
  /** Addresses as they were typed. */
  list: string;
}

const empty: Draft = {
  texts: Object.fromEntries(languages.map((language) => [language, { subject: '', message: '' }])) as Draft['texts'],
  audience: 'all',
  list: '',
};

/** What was being written, while the visitor looks at other pages. Only ever set by the browser. */
let kept = empty;

/** How the API calls a field in a language. */
export const fieldOf = (part: 'subject' | 'message', language: Language) =>
  ({ en: part, es: `${part}Es`, fr: `${part}Fr` })[language];

export const addressesIn = (list: string): string[] => list.split(/[\s,;]+/).filter(Boolean);

/** What is being written, and what the API is sent of it. */
export function useDraft() {
  const [draft, setDraft] = useState(kept);
  const key = useRef({ of: '', key: undefined as string | undefined });
  const change = (changed: Draft) => {
    kept = changed;
    setDraft(changed);
  };
  const text = Object.fromEntries(
    languages.flatMap((language) =>
      (['subject', 'message'] as const).map((part) => [fieldOf(part, language), draft.texts[language][part]]),
    ),
  );
  return {
    draft,
    change,
    write: (language: Language, part: 'subject' | 'message', typed: string) =>
      change({ ...draft, texts: { ...draft.texts, [language]: { ...draft.texts[language], [part]: typed } } }),
    clear: () => change(empty),
    text,
    /** The same key for every press with the same contents. Without a secure context the server recognises them itself. */
    broadcast() {
      const body = { ...text, recipients: draft.audience === 'all' ? 'all' : addressesIn(draft.list) };
      const of = JSON.stringify(body);
      if (key.current.of !== of) key.current = { of, key: globalThis.crypto.randomUUID?.() };
      return { ...body, key: key.current.key };
    },
  };
}
