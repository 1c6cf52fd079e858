import { z } from 'zod';

/** True for text that PostgreSQL stores as it came: well-formed UTF-16 without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** One line of text that a person typed, without spaces around it. The messages are keys below `errors:field.`. */
export const line = (max: number) => z.string('required').trim().min(1, 'required').max(max, 'too_long');
