import type { ApiError } from '#renderer/data/api.ts';
import { type ChoiceRow, type Draft, plainFields } from './draft.ts';

type RowErrors = Partial<Record<'name' | 'description' | 'image', string>>;

/** What is wrong with the form, each fault where it belongs. */
export interface FormErrors {
  /** By field; `choices` for the list as a whole. */
  fields: Partial<Record<string, string>>;
  /** By the choice's key: it may have moved since. */
  rows: Record<ChoiceRow['key'], RowErrors>;
  /** What is said of the whole, and what is no fault of a field that the form has. */
  general?: string;
}

export const noErrors: FormErrors = { fields: {}, rows: {} };

const ofRow = /^choices\.(\d+)\.(name|description|image)$/;

/** An error of the API, by the draft that was sent: its `choices.3.name` is the fourth choice's, wherever it stands now. */
export function readErrors(error: ApiError, sent: Draft, fallback: string): FormErrors {
  const errors: FormErrors = { fields: {}, rows: {} };
  const others: string[] = [];
  for (const [path, text] of Object.entries(error.fields)) {
    const [, index, field] = ofRow.exec(path) ?? [];
    const row = sent.choices[Number(index)];
    if (row && field) errors.rows[row.key] = { ...errors.rows[row.key], [field]: text };
    else if (path.startsWith('choices')) errors.fields.choices = text;
    else if ((plainFields as string[]).includes(path)) errors.fields[path] = text;
    else others.push(text);
  }
  return { ...errors, general: [error.text ?? fallback, ...others].join(' ') };
}
