import { describe, expect, it } from 'vitest';
import { addBallots, closeTopic, createTopic } from '#tests/factories/topics.ts';
import { caller, testSite } from '#tests/support/site.ts';
import type { Home, TopicCard, TopicList } from '../contract/index.ts';

const { app, db } = await testSite();
const { get } = caller(app);
const day = 86_400;

const list = async (query: Record<string, string>): Promise<TopicList> =>
  (await get(`/api/topics/list?${new URLSearchParams(query)}`).expect(200)).body;
const found = async (q: string, more: Record<string, string> = {}) =>
  (await list({ q, ...more })).topics.map(({ name }) => name);

const nba = await createTopic(db, {
  name: 'Who wins the NBA title?',
  nameEs: '¿Quién gana el título de la NBA?',
  choices: 1,
});
await db('voting.choices').where({ id: nba.choices[0] }).update({ name: 'Los Angeles Lakers' });
const dishes = await createTopic(db, {
  name: 'Best street dishes',
  nameEs: 'Los mejores platos callejeros',
  nameFr: 'Les meilleurs plats de rue à goûter',
  category: 'food',
  choices: 2,
});
const league = await createTopic(db, { name: 'Premier League winner', choices: 2 });

describe('the search', () => {
  it.each([
    ['a word of the name', 'title', 'Who wins the NBA title?'],
    ['another form of a word', 'dish', 'Best street dishes'],
    ['Spanish with its accent', 'título', 'Who wins the NBA title?'],
    ['Spanish without its accent', 'TITULO', 'Who wins the NBA title?'],
    ['another form in Spanish', 'plato callejero', 'Best street dishes'],
    ['French', 'gouter', 'Best street dishes'],
    ['a choice', 'lakers', 'Who wins the NBA title?'],
    ['words of topic and choice together', 'nba lakers', 'Who wins the NBA title?'],
    ['what is still being typed', 'lak', 'Who wins the NBA title?'],
    ['what is mistyped', 'lakrs', 'Who wins the NBA title?'],
    ['a mistyped name', 'premeir leage', 'Premier League winner'],
  ])('finds by %s: %s', async (_by, q, name) => {
    expect(await found(q)).toEqual([name]);
  });

  it.each(['zzzzzz', '???', "' or qqq=qqq --", '&|!():*', '\\', '%', '-nba'])(
    'takes %j as words to look for, never as orders',
    async (q) => {
      const names = await found(q);
      expect(names).toEqual(q === '-nba' ? ['Who wins the NBA title?'] : []);
    },
  );

  it('finds only what is in the list', async () => {
    expect(await found('best', { list: 'food' })).toEqual(['Best street dishes']);
    expect(await found('best', { list: 'sports' })).toEqual([]);
  });

  it('follows changes of names and choices', async () => {
    await db('voting.topics').where({ id: dishes.id }).update({ name_fr: 'Que manger à vélo ?' });
    expect(await found('velo')).toEqual(['Best street dishes']);
    expect(await found('gouter')).toEqual([]);
    await db('voting.choices').where({ id: dishes.choices[0] }).update({ name: 'Arepa' });
    expect(await found('arepas')).toEqual(['Best street dishes']);
    await db('voting.choices').where({ id: dishes.choices[0] }).delete();
    expect(await found('arepa')).toEqual([]);
  });

  it.each([
    ['list=nothing', 'list'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1001', 'page'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ])('refuses %s and names the field', async (query, field) => {
    const { body } = await get(`/api/topics/list?${query}`).expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('the lists', () => {
  it('a sport lists what its words tell, whatever they are', async () => {
    expect((await list({ list: 'soccer' })).topics.map(({ id }) => id)).toEqual([league.id]);
    expect((await list({ list: 'nba' })).topics.map(({ id }) => id)).toEqual([nba.id]);
  });

  it('what has results to see comes newest first, and nothing else is among it', async () => {
    const older = await createTopic(db, { opensIn: -9 * day, closesIn: -5 * day });
    const newer = await createTopic(db, { opensIn: -9 * day, closesIn: -2 * day });
    const always = await createTopic(db, { opensIn: null, closesIn: null });
    await createTopic(db, { opensIn: day, closesIn: 2 * day });
    expect((await list({ list: 'results' })).topics.map(({ id }) => id)).toEqual([always.id, newer.id, older.id]);
  });

  it('come in pages of 24, each topic once, with the whole number', async () => {
    for (let number = 0; number < 30; number++) await createTopic(db, { category: 'travel', choices: 1 });
    const [first, second, third] = await Promise.all(['1', '2', '3'].map((page) => list({ list: 'travel', page })));
    expect([first, second, third].map((page) => [page?.topics.length, page?.total, page?.pages])).toEqual([
      [24, 30, 2],
      [6, 30, 2],
      [0, 30, 2],
    ]);
    const ids = [first, second].flatMap((page) => page?.topics.map(({ id }) => id));
    expect(new Set(ids).size).toBe(30);
  });
});

describe('the home page', () => {
  const home = async (): Promise<Home> => (await get('/api/topics/home').expect(200)).body;

  it('has its rows in order, of at most twelve topics each, with the whole number beside them', async () => {
    await createTopic(db, { isFeatured: true, isActive: false, category: 'general' });
    const { shelves, topics } = await home();
    expect(shelves.map(({ name }) => name)).toEqual(['trending', 'featured', 'sports', 'food', 'travel', 'general']);
    const travel = shelves.find(({ name }) => name === 'travel');
    expect(travel?.total).toBe(30);
    expect(travel?.topicIds).toHaveLength(12);
    const ids = topics.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length); // each topic is sent once
    expect(new Set(shelves.flatMap(({ topicIds }) => topicIds))).toEqual(new Set(ids));
  });

  it('leads from each row to a list with all that it counts', async () => {
    await createTopic(db, { isActive: false, isFeatured: true, choices: 1 });
    const { shelves } = await home();
    for (const { name, total } of shelves) expect((await list({ list: name })).total, name).toBe(total);
    const listed = async (name: string) => (await list({ list: name })).topics;
    expect((await listed('trending')).every(({ isActive }) => isActive === 1)).toBe(true);
    expect((await listed('featured')).every(({ isFeatured }) => isFeatured === 1)).toBe(true);
  });

  it('trends what is active, features what is featured', async () => {
    const { shelves, topics } = await home();
    const inRow = (name: string): TopicCard[] =>
      (shelves.find((shelf) => shelf.name === name)?.topicIds ?? []).map(
        (id) => topics.find((topic) => topic.id === id) as TopicCard,
      );
    expect(inRow('trending').every(({ isActive }) => isActive === 1)).toBe(true);
    expect(inRow('featured').every(({ isFeatured }) => isFeatured === 1)).toBe(true);
    const statuses = inRow('sports').map(({ status }) => status);
    const order = ['active', 'always_open', 'upcoming', 'closed'];
    expect(statuses).toEqual(statuses.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  it('tells the tiers of a topic once it has closed, and not before', async () => {
    const topic = await createTopic(db, { category: 'fashion', choices: 3 });
    await addBallots(db, topic.id, [topic.choices, topic.choices]);
    const card = async () => (await home()).topics.find(({ id }) => id === topic.id);
    expect((await card())?.stats).toBeNull();
    await closeTopic(db, topic.id);
    expect((await card())?.stats).toEqual({
      totalVotes: 2,
      totalRevenue: 0,
      tierBreakdown: [
        { tier: 'top3', count: 0, revenue: 0 },
        { tier: 'top5', count: 0, revenue: 0 },
        { tier: 'top10', count: 2, revenue: 0 },
      ],
      winners: [],
      winnerCount: 0,
      prizeTotal: 0,
    });
  });
});
