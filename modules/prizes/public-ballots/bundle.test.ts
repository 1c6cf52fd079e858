import { describe, expect, it } from 'vitest';
import { createTopic } from '#tests/factories/topics.ts';
import { testContest } from '#tests/support/contest.ts';
import { caller } from '#tests/support/site.ts';
import { Bundle } from '../rules/bundle.ts';
import { recount } from '../rules/recount.ts';

/* What everybody can recount of a closed topic. */

const contest = await testContest();
const { site, electorate, ranked, cast, finalize } = contest;

describe('the bundle', () => {
  it('is recounted to what was frozen, and tells nobody who somebody is', async () => {
    const voters = await electorate(60);
    for (const [index, voter] of voters.entries()) {
      await cast(
        voter,
        ranked(index % 6, (index + 1) % 6, (index * 5 + 2) % 6).filter((id, at, all) => all.indexOf(id) === at),
        {
          paid: index % 7 === 0,
        },
      );
      if (index % 9 === 0) await cast(voter, ranked(1, 2), { paid: true });
    }
    const address = `/api/topics/${contest.topic.id}/bundle`;
    expect((await caller(site.app).get(address).expect(403)).body.code).toBe('results_not_final');
    await finalize();
    const response = await caller(site.app).get(address).set('Accept-Encoding', 'gzip').expect(200);
    expect(response.headers['cache-control']).toContain('immutable');
    expect(response.headers['content-encoding']).toBe('gzip');
    const bundle = Bundle.parse(response.body);
    expect(bundle.ballots).toHaveLength(67);
    expect(recount(bundle)).toMatchObject({ matches: true, ballots: 67, voters: 60 });
    expect(Object.keys(response.body.ballots[0]).toSorted()).toEqual(
      ['accuracy', 'ballot', 'eligible', 'order', 'paid', 'ranking', 'reference', 'tier', 'voter'].toSorted(),
    );
    const aliases = bundle.ballots.map(({ ballot }) => ballot);
    expect(aliases).toEqual(
      aliases.toSorted((a, b) => Buffer.from(a, 'base64url').compare(Buffer.from(b, 'base64url'))),
    );
    // What one topic calls somebody, no other does.
    const before = new Set(bundle.ballots.map(({ voter }) => voter));
    contest.topic = await createTopic(contest.db, { choices: 6 });
    for (const voter of voters) await cast(voter, ranked(0, 1));
    await finalize();
    const { body } = await caller(site.app).get(`/api/topics/${contest.topic.id}/bundle`).expect(200);
    expect(body.ballots.some(({ voter }: { voter: string }) => before.has(voter))).toBe(false);
  });

  it('of few voters is not given out', async () => {
    for (const voter of await electorate(49)) await cast(voter, ranked(0));
    await finalize();
    expect((await caller(site.app).get(`/api/topics/${contest.topic.id}/bundle`).expect(404)).body.code).toBe(
      'too_few_voters',
    );
    await caller(site.app).get('/api/topics/999999/bundle').expect(404);
  });
});
