import { beforeEach, describe, expect, it } from 'vitest';
import { audit, auditData, changesOf } from '#src/platform/audit.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db, cookieOf } = await testSite();
let admin: TestUser;
let desk: ReturnType<typeof caller>;
beforeEach(async () => {
  admin = await createUser(db, { role: 'admin' });
  desk = caller(app, { cookie: await cookieOf(admin) });
});
const note = (action: 'user_updated' | 'topic_updated', id: number, after: object = { name: 'New' }) =>
  audit(db, {
    actor: admin,
    action,
    subject: { kind: action === 'user_updated' ? 'user' : 'topic', id },
    before: { name: 'Old' },
    after: { ...after },
  });
const list = async (query = '') => (await desk.get(`/api/admin/activity?actorId=${admin.id}${query}`).expect(200)).body;

describe('what admins have done', () => {
  it('is listed newest first, with who, what, before and after', async () => {
    await note('topic_updated', 4711);
    await note('user_updated', 4712);
    const { items, total } = await list();
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { action: 'user_updated', subject: { kind: 'user', id: '4712' }, actor: admin.username },
      {
        action: 'topic_updated',
        subject: { kind: 'topic', id: '4711' },
        before: { name: 'Old' },
        after: { name: 'New' },
      },
    ]);
  });

  it('comes in pages of 25, each entry once', async () => {
    for (let id = 1; id <= 30; id++) await note('topic_updated', id);
    const pages = [await list(), await list('&page=2')];
    expect(pages.map(({ items }) => items.length)).toEqual([25, 5]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }: { id: number }) => id))).size).toBe(30);
  });

  it('is narrowed by action, subject and day', async () => {
    await note('topic_updated', 1);
    await note('user_updated', 2);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list('&action=user_updated')).total).toBe(1);
    expect((await list('&subjectKind=topic&subjectId=1')).total).toBe(1);
    expect((await list(`&from=${today}&to=${today}`)).total).toBe(2);
    expect((await list('&to=2001-01-01')).total).toBe(0);
    await desk.get('/api/admin/activity?action=nothing').expect(400);
    await desk.get('/api/admin/activity?from=yesterday').expect(400);
  });

  it('is exported as CSV in which no cell is a formula, and that is an entry itself', async () => {
    await note('topic_updated', 1, { name: '=HYPERLINK("http://evil.example")' });
    await audit(db, { actor: admin, action: 'setting_changed', subject: { kind: 'setting', id: '@SUM(A1)' } });
    const { text, headers } = await desk.get(`/api/admin/activity/export?actorId=${admin.id}`).expect(200);
    expect(headers['content-disposition']).toContain('podium-activity.csv');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFid,at,actor id,actor,action,subject,subject id,before,after');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('activity_exported');
    expect(lines[2]).toContain(`,'@SUM(A1),`);
    expect(lines[3]).toContain('"{""name"":""=HYPERLINK(\\""http://evil.example\\"")""}"');
  });

  it('cannot be changed or taken away afterwards', async () => {
    await note('topic_updated', 1);
    const own = () => db('platform.audit').where({ actor_id: admin.id });
    await expect(own().update({ action: 'user_updated' })).rejects.toThrow('append-only');
    await expect(own().delete()).rejects.toThrow('append-only');
    expect((await list()).total).toBe(1);
  });

  it('no longer says anything of a person who has been erased', async () => {
    const person = await createUser(db);
    await note('user_updated', person.id, { email: person.email });
    await db.transaction((trx) => auditData.erase(trx, { ...person, phoneNumber: null }));
    expect((await list()).items).toMatchObject([{ action: 'user_updated', before: null, after: null }]);
  });
});

describe('what an entry holds', () => {
  it('is what differs, and nothing where nothing does', () => {
    const before = { name: 'A', end: new Date(0), list: [1, 2] };
    expect(changesOf(before, { ...before, end: new Date(0), list: [1, 2] })).toBeNull();
    expect(changesOf(before, { name: 'B', list: [1, 2] })).toEqual({ before: { name: 'A' }, after: { name: 'B' } });
  });
});
