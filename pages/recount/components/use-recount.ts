import { useEffect, useRef, useState } from 'react';
import { usePageContext } from '#renderer/app/page-context.tsx';
import type { RecountMessage, RecountOrder } from '../worker/messages.ts';

export type RecountState = { kind: 'idle' } | RecountMessage;

/** Recounts in a worker of its own, which ends with the page, with its work, or when it is cancelled. */
export function useRecount(topicId: number) {
  const { language } = usePageContext();
  const [state, setState] = useState<RecountState>({ kind: 'idle' });
  const worker = useRef<Worker>(undefined);
  const runs = useRef(0);
  const end = () => {
    runs.current += 1; // what is still being fetched is not wanted any more
    worker.current?.terminate();
    worker.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is left
  useEffect(() => end, []);

  const start = async () => {
    end();
    const run = runs.current;
    setState({ kind: 'downloading', bytes: 0 });
    const lost = () => {
      if (run !== runs.current) return;
      setState({ kind: 'failed', why: 'network' });
      end();
    };
    const made = await import('../worker/create-worker.ts').catch(() => null);
    if (!made) return lost();
    if (run !== runs.current) return;
    const started = made.createWorker();
    worker.current = started;
    started.onerror = (event) => {
      event.preventDefault();
      lost(); // its code could not be fetched
    };
    started.onmessage = ({ data }: MessageEvent<RecountMessage>) => {
      setState(data);
      if (data.kind === 'done' || data.kind === 'failed') end();
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
  return { state, start: () => void start(), cancel };
}
