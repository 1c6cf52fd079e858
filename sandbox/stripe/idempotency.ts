import type { Books, KeptAnswer } from './books.ts';
import { Refusal } from './refusal.ts';
import { now } from './resources.ts';

type Answer = Pick<KeptAnswer, 'status' | 'body'>;

/**
 * Runs a call once for each key: the same call again gets the same answer.
 * A refusal is kept only if something has happened before it, as after a declined card.
 */
export function answerOnce(
  books: Books,
  call: { key: string; path: string; parameters: string },
  run: () => Answer,
): Answer & { replayed: boolean } {
  const { key, path, parameters } = call;
  const kept = books.answers.get(key);
  if (kept && (kept.path !== path || kept.parameters !== parameters)) {
    const same = kept.path === path ? 'with the same parameters' : `for the same endpoint ('${kept.path}')`;
    throw new Refusal(
      400,
      `Keys for idempotent requests can only be used ${same} they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  if (kept) return { ...kept, replayed: true };
  const answer = outcomeOf(run);
  books.answers.put({ id: key, created: now(), path, parameters, ...answer });
  return { ...answer, replayed: false };
}

function outcomeOf(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 402) throw error;
    return { status: error.status, body: JSON.stringify(error.envelope, null, 2) };
  }
}
