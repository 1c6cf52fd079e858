import { z } from 'zod';
import { defineEvent } from '#src/shared/events.ts';

/** A topic's results and awards are final (decision 5). */
export const topicFinalized = defineEvent('prizes.topic-finalized', z.strictObject({ topicId: z.int() }));
