import { expect, it } from 'vitest';
import { caller, testSite } from '#tests/support/site.ts';

const { app, db } = await testSite();
const views = () => db('analytics.page_views').orderBy(['page', 'language']).select('page', 'language', 'views');

it('counts views by page and language, whatever the page is about, and keeps nothing else', async () => {
  const { post } = caller(app, { ip: '10.9.0.1' });
  for (const path of ['/', '/vote/1', '/vote/22', '/vote/22/secret', '/someone@example.org']) {
    await post('/api/page-views', { path, language: 'es' }).expect(202);
  }
  await Promise.all(Array.from({ length: 20 }, () => post('/api/page-views', { path: '/results', language: 'en' })));
  expect(await views()).toEqual([
    { page: '/', language: 'es', views: 1 },
    { page: '/results', language: 'en', views: 20 },
    { page: '/vote/:id', language: 'es', views: 2 },
    { page: 'other', language: 'es', views: 2 },
  ]);
  const columns = await db('information_schema.columns').where({ table_schema: 'analytics' }).pluck('column_name');
  expect(columns.sort()).toEqual(['day', 'language', 'page', 'views']);
});

it.each([
  [{}],
  [{ path: '/', language: 'de' }],
  [{ path: '', language: 'en' }],
  [{ path: '/', language: 'en', user: 1 }],
  [{ path: 'x'.repeat(501), language: 'en' }],
])('refuses %j', async (body) => {
  await caller(app, { ip: '10.9.0.2' }).post('/api/page-views', body).expect(400);
});
