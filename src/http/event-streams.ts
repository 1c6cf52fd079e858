import type { Response } from 'express';
import type { EventStream } from './define-route.ts';

/** After this the browser connects again by itself, and is asked again who it is. */
const lifeMs = 120_000;
/** How long a stream without news may outlive the right to it. */
const lookMs = 10_000;

const open = new Set<() => void>();

/**
 * Sends server-sent events until the browser leaves, the stream has lived long enough, or the process stops. `mayListen`
 * rejects once its reader has lost the right to it: it is asked before every event, and nothing is sent after that.
 */
export function sendEvents({ begin }: EventStream, res: Response, mayListen: () => Promise<void>): void {
  // no-transform: compressed, events would wait for each other.
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  res.write('retry: 1000\n\n');
  const end = () => void res.end();
  let turn = Promise.resolve();
  /** One after the other, so that events keep their order. */
  const ifAllowed = (act: () => void) => {
    turn = turn.then(mayListen).then(() => {
      if (!res.writableEnded) act();
    }, end);
  };
  const stop = begin((event, data) => ifAllowed(() => res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)));
  const life = setTimeout(end, lifeMs);
  const look = setInterval(() => ifAllowed(() => {}), lookMs);
  open.add(end);
  res.on('close', () => {
    clearTimeout(life);
    clearInterval(look);
    open.delete(end);
    stop();
  });
}

/** Ends all of this process' streams: it is stopping, and another one will go on. */
export function endEventStreams(): void {
  for (const end of open) end();
}
