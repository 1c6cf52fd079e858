import type { Calls, News, Question, Told } from './messages.ts';

const shop = new URLSearchParams(location.search).get('shop') ?? '';

function post(told: Told): void {
  if (shop && window.parent !== window) window.parent.postMessage(told, shop);
}

/** Tells the shop's page something; only a page of the origin that opened this frame hears it. */
export function tell<N extends keyof News>(news: N, detail: News[N]): void {
  post({ news, detail });
}

type Handlers = { [A in keyof Calls]?: (given: Calls[A][0]) => Promise<Calls[A][1]> | Calls[A][1] };

/** Answers what the shop's page asks. */
export function answer(handlers: Handlers): void {
  window.addEventListener('message', async (event: MessageEvent<Question>) => {
    if (event.origin !== shop || event.source !== window.parent) return;
    const { call, action, given } = event.data;
    const handler = handlers[action] as ((given: unknown) => unknown) | undefined;
    if (handler) post({ answer: call, result: await handler(given) });
  });
  tell('loaded', null);
}
