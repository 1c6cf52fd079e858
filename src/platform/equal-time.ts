/** Longer than the work behind answers that must not tell, by their time, whether an address is known. */
export const equalAnswerMs = 300;

/**
 * Takes at least `ms` milliseconds, however quickly `work` is done, so that the time of an answer does not tell what was
 * found (decision 1). `ms` must be longer than the work ever takes.
 */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, ms))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
