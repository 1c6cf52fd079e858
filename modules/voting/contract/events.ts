import { z } from 'zod';
import { defineEvent } from '#src/shared/events.ts';

/** A topic has been cancelled before its end, by itself or because it was taken away (decision 2). */
export const topicCancelled = defineEvent('voting.topic-cancelled', z.strictObject({ topicId: z.int() }));
