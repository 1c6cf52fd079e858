import type { z } from 'zod';

/** Something that has happened in a module, for those below it that do something after it. Carries ids, not data. */
export interface EventDefinition<Payload = unknown> {
  /** `<module>.<what has happened>`; also the name of its rows in the outbox. */
  name: string;
  payload: z.ZodType<Payload>;
}

export function defineEvent<Payload>(name: string, payload: z.ZodType<Payload>): EventDefinition<Payload> {
  return { name, payload };
}
