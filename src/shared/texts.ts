import { z } from 'zod';

/** True for text that PostgreSQL stores as it came: well-formed UTF-16 without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** One line of text that a person typed, without spaces around it. The messages are keys below `errors:field.`. */
export const line = (max: number) => z.string('required').trim().min(1, 'required').max(max, 'too_long');

/** One e-mail address. */
export const Email = z.string('required').trim().min(1, 'required').max(254, 'too_long').pipe(z.email('email_invalid'));

/** A phone number in E.164, without the spaces, dots, dashes and parentheses that people put into it: '+34600111222'. */
export const Phone = z
  .string('required')
  .max(40, 'too_long')
  .transform((typed) => typed.replace(/[\s.\-()]/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^\+[1-9]\d{7,14}$/, 'phone_format'),
  );

/** A field that a form sends empty when nothing was typed into it. */
export const orNothing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());
