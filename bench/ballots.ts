import { createDb, type Db } from '#src/platform/db.ts';
import { languageHeader } from '#src/shared/languages.ts';
import type { BallotOrder } from './ballot-writer.ts';
import { drive } from './client.ts';
import { addTopic, addVoters, type BenchTopic } from './data.ts';
import { byTurns, type Figures, rowsOf } from './load.ts';
import type { Bench, Row } from './measurement.ts';
import type { Server } from './servers.ts';
import { signIn } from './sign-in.ts';

const rounds = 5;
/** Before anything is counted: the web process still grows faster after its first 8,000 ballots. */
const warmUps = 3;
/** Ballots of one side in one round. */
const many = 4_000;
const perSide = many * (warmUps + rounds);

/** Free ballots through the web process, each of another signed-in voter, against bare inserts of the same rows. */
export async function freeBallots(bench: Bench): Promise<Row[]> {
  const db = createDb(bench.env.DATABASE_URL, 2);
  const writer = await bench.start('bench/ballot-writer.ts');
  const topic = await addTopic(db, 'Bench: free ballots');
  const measure = async (connections: number) => {
    const firstVoter = await addVoters(db, 2 * perSide);
    await db.raw('analyze');
    const insert = inserts(writer, topic, firstVoter + perSide);
    const cast = casts(bench.web, topic, await signIn(bench, firstVoter, perSide), connections);
    for (const warmUp of [insert, cast]) for (let time = 0; time < warmUps; time += 1) await warmUp();
    const result = await byTurns(rounds, insert, cast);
    await requireBallots(db, topic, firstVoter);
    return result;
  };
  const single = await measure(10);
  const crowd = await measure(100);
  await writer.stop();
  await db.destroy();
  const baseline = 'one insert a ballot by a pool of 10';
  return [
    ...rowsOf('free ballots, one by one', baseline, single, { floor: 0.35 }),
    ...rowsOf('free ballots, many at once', baseline, crowd, { aim: 0.9 }),
  ];
}

/** A round of the baseline; each one with the next voters. */
function inserts(writer: Server, { id: topicId, choices }: BenchTopic, firstVoter: number): () => Promise<Figures> {
  let voter = firstVoter;
  return async () => {
    const order: BallotOrder = { topicId, ranking: choices.slice(0, 5), firstVoter: voter, many };
    voter += many;
    const before = await writer.usage();
    const response = await fetch(writer.url, { method: 'POST', body: JSON.stringify(order) });
    if (!response.ok) throw new Error(`${response.status} from the writer of ballots`);
    const { seconds } = (await response.json()) as { seconds: number };
    const after = await writer.usage();
    return { perSecond: many / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / many };
  };
}

/** A round of ballots as a browser sends them; each one with the next voters. */
function casts(web: Server, topic: BenchTopic, cookies: string[], connections: number): () => Promise<Figures> {
  const body = JSON.stringify({
    topicId: topic.id,
    tier: 'top5',
    amount: '0.00',
    voteItems: topic.choices.slice(0, 5).map((choiceId, index) => ({ choiceId, rank: index + 1 })),
  });
  const head = [
    'POST /api/create-free-vote HTTP/1.1',
    `Host: ${new URL(web.url).host}`,
    'Connection: keep-alive',
    `Content-Length: ${body.length}`,
    'Content-Type: application/json',
    'Accept: */*',
    'Accept-Language: en-GB,en;q=0.9',
    'Accept-Encoding: gzip, deflate, br',
    'User-Agent: Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
    `${languageHeader}: en`,
    `Origin: ${web.url}`,
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    `Referer: ${web.url}/vote/${topic.id}`,
  ].join('\r\n');
  let taken = 0;
  return async () => {
    const end = taken + many;
    const next = () => {
      if (taken === end) return undefined;
      taken += 1;
      return `${head}\r\nCookie: ${cookies[taken - 1]}\r\n\r\n${body}`;
    };
    const before = await web.usage();
    const { seconds, latencies } = await drive(web.url, { connections, status: 201, next });
    const after = await web.usage();
    if (latencies.length !== many) throw new Error(`${latencies.length} answers to ${many} ballots`);
    return { perSecond: many / seconds, cpuMicros: (after.cpuMicros - before.cpuMicros) / many };
  };
}

/** Every ballot that was answered with 201 must be there, once, and no other; the same of the baseline. */
async function requireBallots(db: Db, { id }: BenchTopic, firstVoter: number): Promise<void> {
  const { rows } = await db.raw<{ rows: { cast: number; inserted: number }[] }>(
    `select count(*) filter (where user_id < ?) as cast, count(*) filter (where user_id >= ?) as inserted
       from voting.ballots where topic_id = ? and user_id >= ? and cardinality(ranking) = 5 and tier = 5`,
    [firstVoter + perSide, firstVoter + perSide, id, firstVoter],
  );
  const { cast, inserted } = rows[0] as { cast: number; inserted: number };
  if (cast !== perSide || inserted !== perSide) {
    throw new Error(`of ${perSide} ballots each, ${cast} were cast and ${inserted} inserted`);
  }
}
