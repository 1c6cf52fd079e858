import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { endChild, freePort } from '#scripts/services.ts';

const root = path.resolve(import.meta.dirname, '..');
const usage = new URL('./usage.ts', import.meta.url).href;

export interface Usage {
  /** Processor time since the process began, in microseconds, of all its threads. */
  cpuMicros: number;
  rssBytes: number;
}

export interface Server {
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/**
 * Starts a script as its own process, so that load and server share no event loop, and waits until `readyPath` answers.
 * The script is told its PORT; what it writes goes to `log`. Throws when it ends or does not answer within 30 s.
 */
export async function startServer(
  script: string,
  { env, log, readyPath = '/' }: { env: NodeJS.ProcessEnv; log: string; readyPath?: string },
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output = fs.openSync(log, 'a');
  const child = fork(path.join(root, script), {
    cwd: root,
    // BENCH_NODE_FLAGS=--cpu-prof writes a profile of every server under test.
    execArgv: [...(process.env.BENCH_NODE_FLAGS?.split(' ') ?? []), '--import', usage],
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url },
    stdio: ['ignore', output, output, 'ipc'],
  });
  fs.closeSync(output);

  for (const end = Date.now() + 30_000; !(await answersOk(url + readyPath)); ) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`${script} did not start; see ${path.relative(root, log)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    async usage() {
      child.send('usage');
      const [answer] = await once(child, 'message');
      return answer as Usage;
    },
    stop: () => endChild(child, 'SIGTERM'),
  };
}

const answersOk = (address: string): Promise<boolean> =>
  fetch(address).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
