import sharp from 'sharp';
import supertest from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { addBallots, closeTopic, createTopic } from '#tests/factories/topics.ts';
import { createUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { isOfAge } from '../contract/profile.ts';

const { app, db, files, cookieOf } = await testSite();
const address = '/api/users/profile';

let user: Awaited<ReturnType<typeof createUser>>;
let cookie: string;
let call: ReturnType<typeof caller>;
beforeEach(async () => {
  user = await createUser(db);
  cookie = await cookieOf(user);
  call = caller(app, { cookie });
});

describe('the profile', () => {
  it('is its owner’s alone and begins empty', async () => {
    await caller(app).get(address).expect(401);
    const { body } = await call.get(address).expect(200);
    expect(body).toMatchObject({ username: user.username, email: user.email, emailVerified: true, firstName: null });
    expect(body).toMatchObject({ kycStatus: 'none', totalVotes: 0, totalSpent: 0, avgVoteAmount: 0, lastVoteAt: null });
    expect(Object.keys(body).filter((key) => /password|session|registration/i.test(key))).toEqual([]);
  });

  it('keeps what is changed, and what is left out stays', async () => {
    await call.put(address, { firstName: '  Zoë ', country: 'es', dateOfBirth: '1990-02-28' }).expect(200);
    const { body } = await call.put(address, { city: 'Cádiz' }).expect(200);
    expect(body).toMatchObject({ firstName: 'Zoë', country: 'ES', dateOfBirth: '1990-02-28', city: 'Cádiz' });
    expect((await call.get(address)).body).toEqual(body);
  });

  it.each<[object, string]>([
    [{ firstName: '' }, 'firstName'],
    [{ firstName: '   ' }, 'firstName'],
    [{ firstName: 'x'.repeat(81) }, 'firstName'],
    [{ lastName: 5 }, 'lastName'],
    [{ country: 'ZZ' }, 'country'],
    [{ country: 'Spain' }, 'country'],
    [{ dateOfBirth: 'yesterday' }, 'dateOfBirth'],
    [{ dateOfBirth: '2001-02-29' }, 'dateOfBirth'],
    [{ dateOfBirth: '1850-01-01' }, 'dateOfBirth'],
    [{ dateOfBirth: new Date(Date.now() - 17.9 * 365.25 * 86_400_000).toISOString().slice(0, 10) }, 'dateOfBirth'],
    [{ postalCode: 'x'.repeat(21) }, 'postalCode'],
    [{ profileImageUrl: 'https://tracker.example/pixel.png' }, 'profileImageUrl'],
  ])('refuses %j and names the field', async (change, field) => {
    const { body } = await call.put(address, change).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it.each([{ role: 'admin' }, { kycStatus: 'verified' }, { id: 1 }, { profileImage: 'x' }])(
    'takes no more than the profile’s own fields: %j',
    async (change) => {
      await call.put(address, { firstName: 'Eve', ...change }).expect(400);
      expect((await call.get(address)).body).toMatchObject({ firstName: null, role: 'user', kycStatus: 'none' });
    },
  );

  it('counts a birthday from its first moment on', () => {
    expect(isOfAge('2008-11-21', new Date('2026-11-20T23:59:59Z'))).toBe(false);
    expect(isOfAge('2008-11-21', new Date('2026-11-21T00:00:00Z'))).toBe(true);
    expect(isOfAge('2008-02-29', new Date('2026-02-28T23:59:59Z'))).toBe(false);
    expect(isOfAge('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe(true);
  });
});

describe('the picture', () => {
  const send = (bytes: Buffer, type: string) =>
    supertest(app).put(`${address}/picture`).set('Cookie', cookie).set('Content-Type', type).send(bytes);
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'tomato' } })
      .withExif({ IFD0: { Artist: 'Secret name' } })
      .jpeg()
      .toBuffer();

  it('is encoded anew: small, square, without what its camera wrote; the one before it is forgotten', async () => {
    const { body } = await send(await photo(1_000, 400), 'image/jpeg').expect(200);
    expect(body.profileImageUrl).toMatch(/^\/api\/pictures\/[0-9a-f]{32}\.webp$/);
    const served = await caller(app).get(body.profileImageUrl).buffer(true).expect(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
    });
    const { width, height, format, exif } = await sharp(served.body).metadata();
    expect({ width, height, format, exif }).toEqual({ width: 256, height: 256, format: 'webp', exif: undefined });

    await send(await photo(50, 50), 'image/png').expect(200); // the type is looked at, not believed
    await caller(app).get(body.profileImageUrl).expect(404);
    expect([...files.keys()].filter((key) => key.startsWith('pictures/'))).toHaveLength(1);
    const removed = await supertest(app).delete(`${address}/picture`).set('Cookie', cookie).expect(200);
    expect(removed.body.profileImageUrl).toBeNull();
    expect([...files.keys()]).toEqual([]);
  });

  it('is refused where it is none, too large, or not sent as a picture', async () => {
    const refused = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png');
    expect([refused.status, refused.body.code]).toEqual([400, 'picture_unreadable']);
    await send(Buffer.alloc(5 * 1_048_576 + 1), 'image/png').expect(413);
    await send(await photo(10, 10), 'image/svg+xml').expect(415);
    await send(Buffer.from('{}'), 'application/json').expect(415);
    await supertest(app)
      .put(`${address}/picture`)
      .set('Content-Type', 'image/png')
      .send(await photo(10, 10))
      .expect(401);
    await supertest(app)
      .put(`${address}/picture`)
      .set({ Cookie: cookie, 'Content-Type': 'image/png', Origin: 'https://evil.example' })
      .send(await photo(10, 10))
      .expect(403);
    await supertest(app).put(address).set({ Cookie: cookie, 'Content-Type': 'image/png' }).send('x').expect(415);
    expect([...files.keys()]).toEqual([]);
  });

  it('is found by its own key only', async () => {
    for (const key of ['x', '..%2F..%2Fexports', `${'0'.repeat(32)}.png`]) {
      await caller(app).get(`/api/pictures/${key}`).expect(400);
    }
    await caller(app)
      .get(`/api/pictures/${'0'.repeat(32)}.webp`)
      .expect(404);
  });
});

describe('what somebody did', () => {
  it('is listed newest first, page by page, in the language of the page', async () => {
    for (let number = 0; number < 21; number++) await call.put(address, { firstName: `Zoë ${number}` }).expect(200);
    const first = await call.get('/api/users/activity').set('X-Language', 'fr').expect(200);
    expect(first.body).toMatchObject({ total: 21, page: 1, pages: 2 });
    expect(first.body.items).toHaveLength(20);
    expect(first.body.items[0]).toMatchObject({
      activityType: 'profile_updated',
      description: 'Vous avez modifié votre profil',
    });
    const second = await call.get('/api/users/activity?page=2').expect(200);
    expect(second.body.items).toHaveLength(1);
    expect(second.body.items[0].id).toBeLessThan(first.body.items[19].id);
    await call.get('/api/users/activity?page=0').expect(400);
    await caller(app).get('/api/users/activity').expect(401);
  });

  it('is seen by nobody else', async () => {
    await call.put(address, { firstName: 'Zoë' }).expect(200);
    const other = caller(app, { cookie: await cookieOf(await createUser(db)) });
    expect((await other.get('/api/users/activity')).body.items).toEqual([]);
    expect((await other.get('/api/users/votes')).body.items).toEqual([]);
  });
});

describe('the voting history', () => {
  it('holds the counted ballots with topic and choices in order, and the tiles count them', async () => {
    const topic = await createTopic(db, { choices: 5 });
    const [one = 0, two = 0, three = 0] = topic.choices;
    await addBallots(db, topic.id, [[one, two]]); // somebody else's
    const voteItems = [three, one].map((choiceId, index) => ({ choiceId, rank: index + 1 }));
    await call.post('/api/create-free-vote', { topicId: topic.id, tier: 'top3', voteItems }).expect(201);
    const { body } = await call.get('/api/users/votes').expect(200);
    expect(body).toMatchObject({ total: 1, pages: 1 });
    expect(body.items[0]).toMatchObject({
      topic: { id: topic.id, status: 'active' },
      isPaid: false,
      tier: 'top3',
      amount: 0,
      ranking: ['Choice 3', 'Choice 1'],
    });
    const { totalVotes, lastVoteAt } = (await call.get(address)).body;
    expect([totalVotes, lastVoteAt]).toEqual([1, body.items[0].createdAt]);

    await closeTopic(db, topic.id);
    await db('voting.ballots').where({ user_id: user.id }).update({ voided_at: db.fn.now(), void_reason: 'test' });
    expect((await call.get('/api/users/votes')).body).toMatchObject({ items: [], total: 0, pages: 0 });
  });
});
