import type { Response } from 'express';
import type { EventStream } from './define-route.ts';

/** After this the browser connects again by itself, and is asked again who it is. */
const lifeMs = 120_000;

const open = new Set<() => void>();

/** Sends server-sent events until the browser leaves, the stream has lived long enough, or the process stops. */
export function sendEvents({ begin }: EventStream, res: Response): void {
  // no-transform: compressed, events would wait for each other.
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.write('retry: 1000\n\n');
  const stop = begin((event, data) => {
    if (!res.writableEnded) res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  });
  const end = () => res.end();
  const timer = setTimeout(end, lifeMs);
  open.add(end);
  res.on('close', () => {
    clearTimeout(timer);
    open.delete(end);
    stop();
  });
}

/** Ends all of this process' streams: it is stopping, and another one will go on. */
export function endEventStreams(): void {
  for (const end of open) end();
}
