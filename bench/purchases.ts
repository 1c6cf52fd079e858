import pLimit from 'p-limit';
import Stripe from 'stripe';
import { noProviders } from '#scripts/no-providers.ts';
import { createDb, type Db } from '#src/platform/db.ts';
import { addTopic, addVoters, type BenchTopic } from './data.ts';
import { byTurns, type Figures, rowsOf } from './load.ts';
import type { Bench, Row } from './measurement.ts';
import { signIn } from './sign-in.ts';

const rounds = 3;
/** Purchases of one round; one more round warms up. */
const many = 300;
const buyersAtOnce = 20;
const card = '4242424242424242';

/**
 * Whole purchases, from the payload until the ballot counts: web, provider, webhook, outbox, worker. Against the same
 * number of payments that the provider's stand-in takes by itself.
 */
export async function purchases(bench: Bench): Promise<Row[]> {
  const db = createDb(bench.env.DATABASE_URL, 2);
  const webhook = `${bench.web.url}/api/webhooks/stripe`;
  const provider = await bench.start('bench/stripe-server.ts', { extra: { WEBHOOK_URL: webhook } });
  const extra = { STRIPE_API_URL: provider.url, TRUST_PROXY: '1', PUBLIC_URL: bench.web.url };
  const web = await bench.start('src/server.ts', { readyPath: '/readyz', extra });
  const worker = await bench.start('bench/settling-worker.ts', { extra });
  const bare = await bench.start('bench/stripe-server.ts');
  const topic = await addTopic(db, 'Bench: purchases');
  const buyers = many * (rounds + 1);
  const cookies = await signIn(bench, await addVoters(db, buyers), buyers);

  const pay = (intent: string, at: string) => post(`${at}/stripe/payments/${intent}/confirm`, { card });
  const client = clientOf(bare.url);
  const alone = round(async () => {
    const { id } = await client.paymentIntents.create({
      amount: 200,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
    });
    await pay(id, bare.url);
  });
  const body = payloadOf(topic);
  let bought = 0;
  const whole = round(
    async (buyer) => {
      const headers = {
        Cookie: cookies[bought + buyer] as string,
        'X-Forwarded-For': `10.${buyer >> 8}.${buyer & 255}.1`,
      };
      const { clientSecret } = await post(`${web.url}/api/create-vote-payment`, body, headers);
      await pay(clientSecret.split('_secret_')[0] as string, provider.url);
    },
    async () => {
      bought += many;
      await counted(db, topic, bought);
    },
  );
  for (const warmUp of [alone, whole]) await warmUp();
  const result = await byTurns(rounds, alone, whole);
  for (const server of [worker, web, provider, bare]) await server.stop();
  await db.destroy();
  const [seconds, ...rows] = rowsOf('purchases until counted', 'payments that the stand-in takes alone', result, {
    floor: 0.05,
  });
  return [seconds as Row, ...rows.filter(({ what }) => what.startsWith('baseline'))];
}

/** A round of purchases, so many at once; `until` waits for what comes after the last one. */
function round(buy: (buyer: number) => Promise<void>, until = async () => {}): () => Promise<Figures> {
  return async () => {
    const limit = pLimit(buyersAtOnce);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: many }, (_, buyer) => limit(() => buy(buyer))));
    await until();
    return { perSecond: (many * 1_000) / (performance.now() - startedAt), cpuMicros: 0 };
  };
}

async function counted(db: Db, { id }: BenchTopic, ballots: number): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const [row] = await db('voting.ballots').where({ topic_id: id }).whereNotNull('payment_id').count({ counted: '*' });
    if (Number(row?.counted) >= ballots) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`there should be ${ballots} paid ballots by now`);
}

const payloadOf = ({ id, choices }: BenchTopic) => ({
  topicId: id,
  tier: 'top3',
  amount: '2.00',
  voteItems: choices.slice(0, 3).map((choiceId, index) => ({ choiceId, rank: index + 1 })),
});

function clientOf(url: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(noProviders.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ clientSecret: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${await response.text()}`);
  return (await response.json()) as { clientSecret: string };
}
