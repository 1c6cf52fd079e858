/** A file of its own, so that the worker's code is fetched with the first recount and not with the page. */
export const createWorker = () => new Worker(new URL('./recount-worker.ts', import.meta.url), { type: 'module' });
