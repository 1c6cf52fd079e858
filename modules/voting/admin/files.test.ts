import sharp from 'sharp';
import supertest from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { byteOrderMark, csvLine } from '#src/shared/csv.ts';
import { createTopic } from '#tests/factories/topics.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { caller, testSite } from '#tests/support/site.ts';
import { topicColumns } from '../contract/admin.ts';

/* Topics that go out and come in as files, and their pictures. */

const site = await testSite();
const { app, db } = site;

let admin: TestUser;
let cookie: string;
let call: ReturnType<typeof caller>;

beforeEach(async () => {
  admin = await createUser(db, { role: 'admin' });
  cookie = await site.cookieOf(admin);
  call = caller(app, { cookie });
  await db('voting.topics').delete();
  site.files.clear();
});

const upload = (address: string, file: Buffer | string, type: string) =>
  supertest(app)
    .post(address)
    .set({ Cookie: cookie, 'Content-Type': type })
    .serialize((raw) => raw) // as it is
    .send(file as string);
const bring = async (file: Buffer | string, query = '') =>
  (await upload(`/api/admin/topics/import${query}`, file, 'text/csv').expect(200)).body;
const take = async (query = '') => {
  const response = await call.get(`/api/admin/topics/export${query}`).expect(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('podium-topics.csv');
  return response.text;
};
const content = async () => {
  const topics = await db('voting.topics').orderBy('id');
  const choices = await db('voting.choices').orderBy('topic_id').orderBy('position');
  return topics.map(({ id, created_at, search_words, search_names, ...topic }) => ({
    ...topic,
    choices: choices
      .filter(({ topic_id }) => topic_id === id)
      .map(({ name, description, image_url, position }) => ({ name, description, image_url, position })),
  }));
};

describe('an export', () => {
  it('comes back as the same topics', async () => {
    const named = (...names: string[]) => names.map((name) => ({ name }));
    const topics = [
      {
        name: '=HYPERLINK("http://evil.example")',
        description: 'Two\nlines, and "more"; ever\tmore',
        nameEs: '¿Cuál?',
        descriptionFr: "L'été",
        category: 'food',
        image: 'https://example.org/a,b.png',
        startDate: '2030-01-01T10:00:00Z',
        endDate: '2030-02-01T00:00:00.5Z',
        isFeatured: true,
        choices: [
          { name: '-1', description: '+2' },
          { name: "'=3", description: '@x', image: `/api/topic-pictures/${'0a'.repeat(16)}.webp` },
        ],
      },
      { name: 'Without choices', isActive: false },
      { name: 'Twins', choices: named('A', 'B') },
      { name: 'Twins', choices: named('A', 'B') },
    ];
    for (const topic of topics) await call.post('/api/admin/topics', topic).expect(201);
    const before = await content();
    const file = await take();
    expect(file.startsWith(`${byteOrderMark}id,topic,`)).toBe(true);
    expect(file).toContain(`'=HYPERLINK(`);
    await db('voting.topics').delete();
    expect(await bring(file)).toEqual({ topics: 4, choices: 6, stored: true, errors: [] });
    expect(await content()).toEqual(before);
    const entries = await db('platform.audit').where({ actor_id: admin.id, action: 'topics_imported' });
    expect(entries).toMatchObject([{ after: { topics: 4, choices: 6, ids: expect.any(Array) } }]);
    expect(entries[0].after.ids).toEqual(await db('voting.topics').orderBy('id').pluck('id'));
  });

  it('holds what the filter leaves, however many there are', async () => {
    for (let n = 0; n < 205; n++) await createTopic(db, { name: `Many ${n}`, choices: 1 });
    await createTopic(db, { name: 'Single', choices: 2, category: 'food' });
    expect((await take()).trim().split('\r\n')).toHaveLength(1 + 205 + 2);
    expect((await take('?q=single')).trim().split('\r\n')).toHaveLength(3);
    expect((await take('?category=travel')).trim().split('\r\n')).toHaveLength(1);
    await call.get('/api/admin/topics/export?state=lost').expect(400);
  });
});

describe('an import', () => {
  it('takes what a spreadsheet has saved', async () => {
    const lines = [
      'Choice;Topic;CATEGORY;isActive;choiceDescription',
      'Ananas;Fruit;Food;TRUE;"Sweet; sour',
      'too"',
      'Mango;Fruit;Food;TRUE;',
      'Leek;Vegetable;;0;',
    ];
    expect(await bring(byteOrderMark + lines.join('\r\n'))).toEqual({
      topics: 2,
      choices: 3,
      stored: true,
      errors: [],
    });
    expect(await content()).toMatchObject([
      {
        name: 'Fruit',
        category: 'food',
        is_active: true,
        choices: [{ name: 'Ananas', description: 'Sweet; sour\r\ntoo' }, { name: 'Mango' }],
      },
      { name: 'Vegetable', category: 'general', is_active: false, choices: [{ name: 'Leek' }] },
    ]);
  });

  it('reads the letters of an older Windows too', async () => {
    await bring(Buffer.from('topic,choice\nCaf\xe9 \x80,Cr\xe8me\n', 'latin1'));
    expect(await content()).toMatchObject([{ name: 'Café €', choices: [{ name: 'Crème' }] }]);
  });

  it('only looks, on trial', async () => {
    const file = 'topic,choice\nFruit,Mango\nFruit,Plum\n';
    expect(await bring(file, '?trial=1')).toEqual({ topics: 1, choices: 2, stored: false, errors: [] });
    expect(await content()).toEqual([]);
    expect(await db('platform.audit').where({ actor_id: admin.id })).toEqual([]);
  });

  it('of a file that is half good stores nothing, and names every bad cell with its line', async () => {
    const head = csvLine(topicColumns);
    const line = (cells: Partial<Record<(typeof topicColumns)[number], string>>) =>
      csvLine(topicColumns.map((column) => cells[column]));
    const file = [
      head,
      line({ topic: 'Good', choice: 'A' }),
      line({ topic: 'Good', choice: 'B' }),
      line({ topic: '', choice: 'A' }),
      line({ topic: 'Bad', category: 'cars', choice: 'A', startDate: 'soon' }),
      line({ topic: 'Bad', category: 'food', choice: '' }),
      line({ topic: 'Bad', choice: 'C', choiceImage: 'ftp://x' }),
      line({ topic: 'Twice', choice: 'A' }),
      line({ topic: 'Twice', choice: 'a' }),
      line({ topic: 'Dates', startDate: '2030-01-01T00:00:00Z', isActive: 'maybe' }),
      `${line({ topic: 'Long' }).trim()},more\r\n`,
    ].join('');
    const report = await bring(file);
    expect(report).toMatchObject({ stored: false });
    expect(report.errors).toEqual([
      { line: 4, column: 'topic', message: 'This field is required' },
      { line: 5, column: 'category', message: 'This value is not valid' },
      { line: 5, column: 'startDate', message: 'Give the time as ISO 8601 has it, with its offset or Z.' },
      { line: 6, column: 'category', message: 'This differs from the first line of the same topic.' },
      { line: 6, column: 'choice', message: 'This field is required' },
      { line: 7, column: 'choiceImage', message: 'Give an https address, or upload a picture.' },
      { line: 9, column: 'choice', message: 'Another choice has this name.' },
      { line: 10, column: 'isActive', message: 'This value is not valid' },
      { line: 11, column: null, message: 'This line has more cells than there are columns.' },
    ]);
    expect(await content()).toEqual([]);
    expect(await db('platform.audit').where({ actor_id: admin.id })).toEqual([]);
  });

  it('stores nothing where the database alone takes two names for one', async () => {
    expect('İ'.toLowerCase()).not.toBe('i');
    const file = 'topic,choice\nFine,A\nTurkish,İ\nTurkish,i\n';
    const { body } = await upload('/api/admin/topics/import', file, 'text/csv').expect(400);
    expect(body.errors).toEqual({ choices: 'Another choice has this name.' });
    expect(await content()).toEqual([]);
  });

  it('reports in the language of who asks', async () => {
    const { body } = await upload('/api/admin/topics/import', 'topic,colour\nA,red\n', 'text/csv').set(
      'X-Language',
      'es',
    );
    expect(body.errors).toEqual([{ line: 1, column: 'colour', message: 'Esta columna no se conoce.' }]);
  });

  it.each([
    ['topic,choice,Topic\nA,B,C\n', 1, 'topic', 'This column is there twice.'],
    ['choice\nA\n', 1, 'topic', 'This column is missing.'],
    ['', 1, null, 'The file holds no topics: its first line names the columns, the others are the choices.'],
    [
      'topic,choice\n',
      1,
      null,
      'The file holds no topics: its first line names the columns, the others are the choices.',
    ],
    [
      'topic,choice\nA,"B\n',
      2,
      null,
      'There is a quotation mark here that is never closed, or that is followed by more text.',
    ],
    ['topic,choice\nA,B\0\n', 2, 'choice', 'This value is not valid'],
  ])('refuses %j at line %i', async (file, line, column, message) => {
    expect(await bring(file)).toMatchObject({ stored: false, errors: [{ line, column, message }] });
    expect(await content()).toEqual([]);
  });

  it('refuses more than 20,000 lines', async () => {
    const { errors } = await bring(`topic\n${'x\ny\n'.repeat(10_001)}`);
    expect(errors).toEqual([
      { line: 1, column: null, message: 'At most 20,000 lines at a time. Please divide the file.' },
    ]);
  });

  it('takes CSV up to 2 MB from this site alone, and nothing else', async () => {
    const address = '/api/admin/topics/import';
    await upload(address, 'x'.repeat(2 * 1_048_576 + 1), 'text/csv').expect(413);
    await upload(address, 'topic\nA\n', 'text/plain').expect(415);
    await upload(address, '{}', 'application/json').expect(415);
    await upload(address, 'topic\nA\n', 'text/csv').set('Origin', 'https://evil.example').expect(403);
    await upload(`${address}?trial=yes`, 'topic\nA\n', 'text/csv').expect(400);
    await upload(address, '', 'text/csv').expect((response) => expect(response.status).toBeLessThan(500));
    expect(await content()).toEqual([]);
  });

  it('of thousands of lines is done in a moment', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `Topic ${Math.floor(n / 10)},Choice ${n}`);
    const startedAt = performance.now();
    expect(await bring(['topic,choice', ...lines].join('\n'))).toMatchObject({
      topics: 2_000,
      choices: 20_000,
      stored: true,
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

describe('a picture', () => {
  const address = '/api/admin/topic-pictures';
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a33' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somewhere secret' } })
      .toBuffer();

  it('is kept in its shape, at most 1600 pixels, without anything else in it, and served for good', async () => {
    const { body } = await upload(address, await photo(3_200, 1_000), 'image/jpeg').expect(201);
    expect(body.address).toMatch(/^\/api\/topic-pictures\/[0-9a-f]{32}\.webp$/);
    const served = await caller(app).get(body.address).expect(200);
    expect(served.headers['content-type']).toBe('image/webp');
    expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const kept = await sharp(served.body).metadata();
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['webp', 1_600, 500, undefined]);
    const topic = await call.post('/api/admin/topics', { name: 'Pictured', image: body.address }).expect(201);
    expect(topic.body.imageUrl).toBe(body.address);
    const small = await upload(address, await photo(20, 10), 'image/jpeg').expect(201);
    expect(await sharp((await caller(app).get(small.body.address)).body).metadata()).toMatchObject({ width: 20 });
  });

  it('is refused where it is none, too large, or from elsewhere, and found by its own key only', async () => {
    const refused = await upload(address, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png').expect(400);
    expect(refused.body.code).toBe('picture_unreadable');
    await upload(address, Buffer.alloc(5 * 1_048_576 + 1), 'image/png').expect(413);
    await upload(address, await photo(9, 9), 'image/svg+xml').expect(415);
    await upload(address, await photo(9, 9), 'image/jpeg')
      .set('Origin', 'https://evil.example')
      .expect(403);
    expect([...site.files.keys()]).toEqual([]);
    await caller(app).get('/api/topic-pictures/..%2Fpictures').expect(400);
    await caller(app)
      .get(`/api/topic-pictures/${'0'.repeat(32)}.webp`)
      .expect(404);
  });
});
