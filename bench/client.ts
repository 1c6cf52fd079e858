import { once } from 'node:events';
import net from 'node:net';

export interface Answers {
  /** From the first request to the last answer. */
  seconds: number;
  /** Of every answer in milliseconds, the shortest first. */
  latencies: Float64Array;
}

/**
 * Sends what `next` hands out, over kept connections, one request at a time each, until `next` has no more; then waits
 * for the last answers, so that nothing is sent that is not counted. Does as little as it can, for it shares the machine
 * with what it measures. Throws when a connection breaks, or an answer has another status or no Content-Length.
 */
export async function drive(
  address: string,
  { connections, status, next }: { connections: number; status: number; next(): string | undefined },
): Promise<Answers> {
  const { hostname, port } = new URL(address);
  const latencies: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const startedAt = performance.now();
  try {
    await Promise.all(sockets.map((socket) => converse(socket, status, next, latencies)));
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, latencies: Float64Array.from(latencies).sort() };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** The latency that this share of the answers does not exceed. */
export function quantile({ latencies }: Answers, share: number): number {
  return latencies[Math.max(0, Math.ceil(share * latencies.length) - 1)] as number;
}

function converse(
  socket: net.Socket,
  status: number,
  next: () => string | undefined,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    let sentAt = 0;
    const send = (): void => {
      const request = next();
      sentAt = performance.now();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.setEncoding('latin1'); // a character a byte
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
      if (length === undefined || !received.startsWith(`HTTP/1.1 ${status} `)) return reject(new Error(received));
      if (received.length < head + 4 + Number(length)) return;
      latencies.push(performance.now() - sentAt);
      received = '';
      send();
    });
    send();
  });
}
