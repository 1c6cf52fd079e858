import type { Calls, News, Question, Told } from './messages.ts';

/** The provider's own origin: where this script came from. */
export const origin = new URL((document.currentScript as HTMLScriptElement).src).origin;

export interface Frame {
  element: HTMLIFrameElement;
  ask<A extends keyof Calls>(action: A, given: Calls[A][0]): Promise<Calls[A][1]>;
  close(): void;
}

/** A frame of the provider, from its own origin, so that what is entered there never touches the shop's page. */
export function openFrame(
  source: string,
  title: string,
  heard: <N extends keyof News>(news: N, detail: News[N]) => void,
): Frame {
  const element = document.createElement('iframe');
  const url = new URL(source, origin);
  url.searchParams.set('shop', location.origin);
  element.src = url.href;
  element.title = title;
  const answers = new Map<number, (result: never) => void>();
  let calls = 0;
  let loaded: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    loaded = resolve;
  });

  const listen = (event: MessageEvent<Told>): void => {
    if (event.origin !== url.origin || event.source !== element.contentWindow) return;
    const told = event.data;
    if ('answer' in told) {
      answers.get(told.answer)?.(told.result as never);
      answers.delete(told.answer);
      return;
    }
    if (told.news === 'loaded') loaded();
    heard(told.news, told.detail as never);
  };
  window.addEventListener('message', listen);

  return {
    element,
    async ask(action, given) {
      await ready;
      const question: Question = { call: calls++, action, given };
      return new Promise((resolve) => {
        answers.set(question.call, resolve);
        element.contentWindow?.postMessage(question, url.origin);
      });
    },
    close() {
      window.removeEventListener('message', listen);
      element.remove();
    },
  };
}
