import { useEffect, useRef, useState } from 'react';
import { usePageContext } from '../../../renderer/page-context.tsx';
import type { Outcome, RecountMessage, RecountOrder } from '../worker/messages.ts';

export type RecountState =
  | { kind: 'idle' }
  | { kind: 'downloading'; bytes: number }
  | { kind: 'counting'; done: number }
  | { kind: 'done'; outcome: Outcome }
  | { kind: 'failed'; why: 'network' | 'refused' | 'unreadable'; text?: string | undefined };

/** Recounts in a worker of its own, which ends with the page, with its work, or when it is cancelled. */
export function useRecount(topicId: number) {
  const { language } = usePageContext();
  const [state, setState] = useState<RecountState>({ kind: 'idle' });
  const worker = useRef<Worker>(undefined);
  const end = () => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  useEffect(() => () => worker.current?.terminate(), []);
  const start = () => {
    end();
    setState({ kind: 'downloading', bytes: 0 });
    const started = new Worker(new URL('../worker/recount-worker.ts', import.meta.url), { type: 'module' });
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<RecountMessage>) => {
      setState(data);
      if (data.kind === 'done' || data.kind === 'failed') end();
    };
    started.onerror = (event) => {
      event.preventDefault();
      setState({ kind: 'failed', why: 'network' }); // its code could not be fetched
      end();
    };
    const address = `/api/topics/${topicId}`;
    const order: RecountOrder = {
      bundle: `${address}/bundle`,
      results: `${address}/results`,
      prizes: `${address}/prizes`,
      language,
    };
    started.postMessage(order);
  };
  const cancel = () => {
    end();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel };
}
