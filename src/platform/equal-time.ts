/** Answers after the same time, whatever the work behind it finds (decision 1). */
export type EqualTime = <T>(work: () => Promise<T>) => Promise<T>;

/** Longer than the work behind such answers ever takes. */
const equalAnswerMs = 300;

export const createEqualTime =
  (ms = equalAnswerMs): EqualTime =>
  async (work) => {
    const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, ms))]);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
