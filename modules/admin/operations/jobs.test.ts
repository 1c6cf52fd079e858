import { beforeEach, describe, expect, it } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, cookieOf } = await testSite();
let admin: TestUser;
let desk: ReturnType<typeof caller>;
beforeEach(async () => {
  await db('platform.outbox').delete();
  admin = await createUser(db, { role: 'admin' });
  desk = caller(app, { cookie: await cookieOf(admin) });
});
const write = async (row: object = {}) => {
  const [written] = await db('platform.outbox')
    .insert({ job: 'test.work', payload: '{"thing":1}', ...row })
    .returning<{ id: number }[]>('id');
  return (written as { id: number }).id;
};
const failed = () => write({ relayed_at: db.fn.now(), failed_at: db.fn.now(), last_error: 'no answer' });
const row = (id: number) => db('platform.outbox').where({ id }).first();
const done = () => db('platform.audit').where({ actor_id: admin.id }).pluck('action');

describe('the jobs', () => {
  it('are counted by kind: not done, failed, done, and since when', async () => {
    await write({ created_at: new Date('2026-01-02T03:04:05Z') });
    await write();
    await failed();
    await write({ done_at: db.fn.now() });
    const { kinds } = (await desk.get('/api/admin/jobs/health').expect(200)).body;
    expect(kinds).toEqual([
      { job: 'test.work', open: 2, failed: 1, done: 1, oldestOpenAt: '2026-01-02T03:04:05.000Z', queue: null },
    ]);
  });

  it('that have failed are listed with their error, those that wait apart', async () => {
    const [waiting, broken] = [await write(), await failed()];
    expect((await desk.get('/api/admin/jobs').expect(200)).body.items).toMatchObject([
      { id: broken, payload: { thing: 1 }, lastError: 'no answer' },
    ]);
    const open = (await desk.get('/api/admin/jobs?state=open&job=test.work').expect(200)).body;
    expect(open.items).toMatchObject([{ id: waiting, failedAt: null }]);
    await desk.get('/api/admin/jobs?state=odd').expect(400);
  });

  it('are tried again one by one, with an entry', async () => {
    const id = await failed();
    await desk.post(`/api/admin/jobs/${id}/retry`).expect(200);
    expect(await row(id)).toMatchObject({ failed_at: null, last_error: null, relayed_at: null, done_at: null });
    expect(await done()).toEqual(['job_retried']);
  });

  it('are tried again all of a kind, each with its entry', async () => {
    const ids = [await failed(), await failed()];
    const other = await write({ job: 'test.other', failed_at: db.fn.now() });
    expect((await desk.post('/api/admin/jobs/retry', { job: 'test.work' }).expect(200)).body).toEqual({ retried: 2 });
    for (const id of ids) expect((await row(id)).failed_at).toBeNull();
    expect((await row(other)).failed_at).not.toBeNull();
    expect(await done()).toEqual(['job_retried', 'job_retried']);
  });

  it('that somebody has seen to are dismissed', async () => {
    const id = await failed();
    await desk.post(`/api/admin/jobs/${id}/dismiss`).expect(200);
    expect((await desk.get('/api/admin/jobs').expect(200)).body.total).toBe(0);
    expect(await done()).toEqual(['job_dismissed']);
  });

  it.each(['retry', 'dismiss'])('that have not failed stay as they are: no %s', async (what) => {
    const [waiting, finished] = [await write(), await write({ done_at: db.fn.now() })];
    for (const id of [waiting, finished, 2_000_000_000]) await desk.post(`/api/admin/jobs/${id}/${what}`).expect(404);
    expect(await done()).toEqual([]);
  });

  it('are retried once by two admins at once', async () => {
    const id = await failed();
    const answers = await Promise.all([1, 2, 3].map(() => desk.post(`/api/admin/jobs/${id}/retry`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await done()).toEqual(['job_retried']);
  });
});
