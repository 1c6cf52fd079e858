import type { z } from 'zod';
import type { Below } from '../i18n/keys.ts';

/** What can be wrong with a field: its text stands below `errors:field.`. */
export type Fault = Below<'errors', 'field'>;

/** What an issue of a schema means to the person who filled in the field. */
export function faultOf(issue: z.core.$ZodIssue): Fault {
  if (/^[a-z_]+$/.test(issue.message)) return issue.message as Fault; // the schema named it
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'invalid';
  if (issue.code === 'too_small') return 'too_short';
  if (issue.code === 'too_big') return 'too_long';
  return 'invalid';
}
