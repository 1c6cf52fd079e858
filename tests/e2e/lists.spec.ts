import { addBallots, createTopic } from '../factories/topics.ts';
import { expect, open, test } from './support.ts';

/* The lists of topics: page by page, searched, and the ways between them. */

test('a long list comes in pages of 24, each topic once', async ({ page, db }) => {
  for (let count = 0; count < 26; count++) await createTopic(db, { category: 'technology' });
  const [row] = await db('voting.topics').where({ category: 'technology' }).count<{ count: number }[]>();
  const total = Number(row?.count);
  const pages = Math.ceil(total / 24);
  await open(page, '/topics/technology');
  await expect(page.getByRole('heading', { level: 1, name: 'Technology' })).toBeVisible();
  await expect(page.getByText(`${total} topics`, { exact: true })).toBeVisible();
  const cards = page.getByRole('main').getByRole('article');
  const turn = page.getByRole('navigation', { name: 'Pages' });
  const seen = new Set<string>();
  for (let number = 1; number <= pages; number++) {
    await expect(turn.getByText(`Page ${number} of ${pages}`)).toBeVisible();
    await expect(cards).toHaveCount(number < pages ? 24 : total - 24 * (pages - 1));
    for (const link of await cards.getByRole('link').all()) seen.add((await link.getAttribute('href')) ?? '');
    await expect(turn.getByRole('link', { name: 'Previous page' })).toHaveCount(number > 1 ? 1 : 0);
    if (number < pages) await turn.getByRole('link', { name: 'Next page' }).click();
  }
  expect(seen.size).toBe(total);
  await expect(turn.getByRole('link', { name: 'Next page' })).toHaveCount(0);
  await expect(page).toHaveURL(`/topics/technology?page=${pages}`);
  await turn.getByRole('link', { name: 'Previous page' }).click();
  await expect(page).toHaveURL(pages === 2 ? '/topics/technology' : `/topics/technology?page=${pages - 1}`);
});

test('a page beyond the last one, or none at all, still shows the way on', async ({ page }) => {
  await open(page, '/topics/food?page=999');
  await expect(page.getByRole('heading', { name: 'No Topics Available' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'See all topics' }).click();
  await expect(page).toHaveURL('/topics');
  await open(page, '/topics/food?page=-1');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a search forgives accents and cases, stays with the list, and can be changed', async ({ page, db }) => {
  await createTopic(db, { name: 'Málaga against Québec', nameFr: 'Málaga contre Québec', category: 'travel' });
  await open(page, '/topics/travel');
  const field = page.getByRole('main').getByRole('searchbox', { name: 'Search topics' });
  await field.fill('QUEBEC malaga');
  await field.press('Enter');
  await expect(page).toHaveURL('/topics/travel?q=QUEBEC+malaga');
  await expect(page.getByText('1 topic for “QUEBEC malaga”')).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toContainText('Málaga against Québec');
  await expect(field).toHaveValue('QUEBEC malaga');

  // The other lists take the search along.
  const lists = page.getByRole('navigation', { name: 'Lists' });
  await lists.getByRole('link', { name: 'Sports' }).click();
  await expect(page).toHaveURL('/topics/sports?q=QUEBEC+malaga');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(lists.locator('[aria-current=page]')).toHaveText('Sports');
  await page.goBack();
  await expect(page.getByRole('main').getByRole('article')).toContainText('Málaga against Québec');
});

test('a search that finds nothing says what to try, with what was typed kept as text', async ({ page }) => {
  await open(page, '/topics?q=%3Cb%3Ezzz%26%22');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByText('Try fewer or other words: a team, a film, a city.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('<b>zzz&"');
  await page.getByRole('main').getByRole('link', { name: 'See all topics' }).click();
  await expect(page).toHaveURL('/topics');
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('');
});

test('the results list shows what can be seen, and each card leads to it', async ({ page, db }) => {
  await createTopic(db, { name: 'Wombats still running' });
  const endless = await createTopic(db, { name: 'Wombats without end', opensIn: null, closesIn: null });
  const ended = await createTopic(db, { name: 'Wombats of the past', opensIn: -7_200, closesIn: -1 });
  await addBallots(db, ended.id, [ended.choices.slice(0, 3)]);
  await open(page, '/results?q=wombats');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'View Results: Wombats without end' })).toHaveAttribute(
    'href',
    `/results/${endless.id}`,
  );
  await page.getByRole('link', { name: 'View Results: Wombats of the past' }).click();
  await expect(page).toHaveURL(`/results/${ended.id}`);
  await expect(page.getByRole('table', { name: 'Current Rankings' })).toBeVisible();
});

for (const [what, answer] of [
  ['is lost', undefined],
  ['is an error', { status: 500, json: { serverSideError: true } }],
  ['comes from something in front of the product', { status: 502, contentType: 'text/html', body: 'Bad gateway' }],
] as const) {
  test(`a page whose data ${what} is loaded as a whole, not left under the new address`, async ({
    page,
    complaints,
  }) => {
    await open(page, '/about');
    await page.route('**/*.pageContext.json*', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.getByRole('contentinfo').getByRole('link', { name: 'All topics' }).click();
    await expect(page).toHaveURL('/topics');
    await expect(page.getByRole('heading', { level: 1, name: 'All topics' })).toBeVisible();
    expect(complaints.splice(0).length).toBeGreaterThan(0); // the browser tells of the lost answer
  });
}

test('links carry on where a visitor came from, and nothing else', async ({ page, db }) => {
  await createTopic(db, { name: 'Numbats to follow' });
  await open(page, '/topics?q=numbats&utm_source=letter&utm_campaign=may&authenticated=true&email=a%40b.c&fbclid=1');
  await page.getByRole('link', { name: 'Vote Now: Numbats to follow' }).click();
  await expect(page).toHaveURL(/\/vote\/\d+\?utm_source=letter&utm_campaign=may$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Numbats to follow' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible(); // no address signs in
  await page.getByRole('link', { name: 'Login to Vote' }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fvote%2F\d+&utm_source=letter&utm_campaign=may$/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('lists, pages and the search work, and an unknown list is not there', async ({ page }) => {
    for (const list of ['sports', 'trending', 'featured', 'technology', 'general', 'nba', 'tennis']) {
      const response = await page.goto(`/topics/${list}`);
      expect(response?.status(), list).toBe(200);
      expect(await page.getByRole('article').count(), list).toBeGreaterThan(0);
    }
    await page.goto('/topics');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/topics?page=2');
    await page.getByRole('main').getByRole('searchbox').fill('champ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/topics?q=champ');
    await expect(page.getByRole('article').first()).toContainText(/champ/i);
    const missing = await page.goto('/results?q=zzzzz');
    expect(missing?.status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  });

  for (const path of ['/topics/all', '/topics/results', '/topics/cricket', '/topics/Sports', '/topics/sports/1']) {
    test(`${path} answers 404`, async ({ page, complaints }) => {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      for (const complaint of complaints.splice(0)) expect(complaint).toContain('404'); // the browser logs the status
    });
  }
});
