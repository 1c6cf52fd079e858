import { createDb, type Db } from '#src/platform/db.ts';
import type { StripeAccess } from '#src/platform/stripe.ts';

/** When a process dies: at which of its steps (statements and calls of the provider), and whether it was still done. */
export interface Death {
  step: number;
  done: boolean;
}

/** A process that dies at a step, and from then on does nothing any more. */
export class Life {
  dead = false;
  #step = 0;
  readonly #death: Death | null;

  constructor(death: Death | null) {
    this.#death = death;
  }

  /** Does one step of the process, unless it is dead; dies before or after it when its time has come. */
  async live<T>(act: () => Promise<T>): Promise<T> {
    const dies = this.#death?.step === ++this.#step;
    if (dies && !this.#death?.done) this.dead = true;
    if (this.dead) throw new Error('killed');
    const result = await act();
    if (dies) this.dead = true;
    if (this.dead) throw new Error('killed');
    return result;
  }
}

/** A database that is reached as long as the process lives. Destroy it, and what was under way is rolled back. */
export function mortalDb(url: string, life: Life): Db {
  const db = createDb(url, 4);
  const { client } = db;
  const connect = client.acquireRawConnection.bind(client);
  client.acquireRawConnection = async () => {
    const connection = await connect();
    const query = connection.query.bind(connection);
    connection.query = (statement: object, done: (error: Error | null, result?: unknown) => void) => {
      const run = () =>
        new Promise((resolve, reject) =>
          query(statement, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result))),
        );
      life.live(run).then((result) => done(null, result), done);
    };
    return connection;
  };
  return db;
}

/** The provider's client, as long as the process lives. */
export function mortalStripe(access: StripeAccess, life: Life): StripeAccess {
  const resource = (methods: object) =>
    new Proxy(methods, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...given: unknown[]) =>
          // A list is asked for when it is walked through.
          name === 'list'
            ? walk(life, () => method.apply(target, given))
            : life.live(() => method.apply(target, given) as Promise<unknown>);
      },
    });
  const client = new Proxy(access.client, {
    get: (target, name) => {
      const part = Reflect.get(target, name);
      return ['paymentIntents', 'charges', 'refunds', 'disputes', 'events'].includes(String(name))
        ? resource(part)
        : part;
    },
  });
  return { ...access, client };
}

async function* walk(life: Life, list: () => AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield* await life.live(() => Array.fromAsync(list()));
}
