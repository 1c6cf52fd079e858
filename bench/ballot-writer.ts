// Baseline of ballots: Node's PostgreSQL pool of 10 connections, one insert a ballot, 10 under way at a time.
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface BallotOrder {
  topicId: number;
  ranking: number[];
  /** One ballot each of so many voters, from this id on. */
  firstVoter: number;
  many: number;
  /** At most so many a second; else as fast as it goes. */
  perSecond?: number;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const insert = 'insert into voting.ballots (topic_id, user_id, tier, ranking) values ($1, $2, 5, $3)';

/** Returns how many seconds it took. */
async function write({ topicId, ranking, firstVoter, many, perSecond }: BallotOrder): Promise<number> {
  const startedAt = performance.now();
  let taken = 0;
  const writer = async (): Promise<void> => {
    while (taken < many) {
      const number = taken;
      taken += 1;
      if (perSecond) await sleep(Math.max(0, startedAt + (number * 1000) / perSecond - performance.now()));
      await pool.query(insert, [topicId, firstVoter + number, ranking]);
    }
  };
  await Promise.all(Array.from({ length: 10 }, writer));
  return (performance.now() - startedAt) / 1000;
}

const server = http.createServer(async (req, res) => {
  const seconds = req.method === 'POST' ? await write((await json(req)) as BallotOrder) : 0;
  res.end(JSON.stringify({ seconds }));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit()); // in order, so that --cpu-prof can write its file
