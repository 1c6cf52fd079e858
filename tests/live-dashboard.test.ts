import { expect, it } from 'vitest';
import { buildIfNeeded } from '#scripts/build.ts';
import { endChild } from '#scripts/services.ts';
import { createTopic } from './factories/topics.ts';
import { createUser } from './factories/users.ts';
import { testDatabase } from './support/database.ts';
import { processesOn } from './support/processes.ts';

/* Several web processes: whoever watches at one sees what happens at another, and goes on watching when one ends. */

const { db, url } = await testDatabase({ poolMax: 10 });
await buildIfNeeded();
const { startWeb, cookieOf } = await processesOn(url);

/** The ballots that a dashboard hears of, one number after the other. */
async function* ballotsHeard(address: string, cookie: string): AsyncGenerator<number> {
  const response = await fetch(`${address}/api/admin/live`, { headers: { Cookie: cookie } });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^event: stats\ndata: (.+)$/.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data) yield (JSON.parse(data) as { totalVotes: number }).totalVotes;
    }
  }
}

it('a ballot at one web process moves the dashboard at another, which ends its streams when it stops', async () => {
  const [watched, other] = await Promise.all([startWeb(), startWeb()]);
  const admin = await createUser(db, { role: 'admin' });
  const voter = await createUser(db);
  const topic = await createTopic(db);
  const heard = ballotsHeard(watched.address, await cookieOf(admin.id));
  expect((await heard.next()).value).toBe(0);

  const answer = await fetch(`${other.address}/api/create-free-vote`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: await cookieOf(voter.id) },
    body: JSON.stringify({ topicId: topic.id, tier: 'top3', voteItems: [{ choiceId: topic.choices[0], rank: 1 }] }),
  });
  expect(answer.status).toBe(201);
  expect((await heard.next()).value).toBe(1);

  const ended = heard.next();
  await endChild(watched.child, 'SIGTERM');
  expect((await ended).done).toBe(true);
  expect(watched.child.exitCode).toBe(0);
});
