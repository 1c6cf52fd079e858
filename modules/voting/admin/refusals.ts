import { DBError } from 'objection';
import { AppError } from '#src/shared/errors.ts';
import type { Fault } from '#src/shared/faults.ts';

/** What the triggers that keep dates, choices and texts refuse with: the field stands in `column`, its text in `constraint`. */
const kept = 'PV100';

interface Refusal {
  code?: string;
  constraint?: string;
  column?: string;
}

/** A refusal of the schema as the product's error; any other error as it is. */
export function inOurWords(error: unknown): unknown {
  const { code, constraint, column } = (error instanceof DBError ? error.nativeError : error) as Refusal;
  if (code === kept && constraint && column)
    return new AppError('invalid', { fields: { [column]: constraint as Fault } });
  // What the check of the input takes for two names may be one by the database's letters.
  if (constraint === 'choices_name') return new AppError('invalid', { fields: { choices: 'choice_name_twice' } });
  return error;
}
