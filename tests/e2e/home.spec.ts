import type { Page } from '@playwright/test';
import { beginPayment } from '../factories/contests.ts';
import { addBallots, createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { finalize } from './results-support.ts';
import { expect, open, test } from './support.ts';

/* The home page: the ways on from it, its rows, and what a card tells of its topic. */

const row = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name }).first();
const scrolled = (page: Page, name: string) =>
  row(page, name)
    .getByRole('list')
    .first() // the row; a card may list its winners
    .evaluate((list) => list.scrollLeft);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test('the menu leads to every page by keyboard, and Escape gives the focus back', async ({ page }) => {
    await open(page, '/');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText(['All topics', 'Results', 'How It Works', 'About']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'All topics' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Results' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'How It Works' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/how-it-works');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
});

test('the header leads to every page and says which one is shown', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/');
  const header = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['All topics', '/topics'],
    ['Results', '/results'],
    ['How It Works', '/how-it-works'],
    ['About', '/about'],
  ] as const) {
    await header.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(header.locator('[aria-current=page]')).toHaveText(name);
    await expect(page.getByRole('main')).toBeFocused(); // a reader begins with the new page
  }
  await page.getByRole('link', { name: 'Podium, home page' }).click();
  await expect(page).toHaveURL('/');
});

for (const [where, width] of [
  ['header', 1280],
  ['headline', 375],
] as const) {
  test(`what is typed below the ${where} is searched for by Enter`, async ({ page, db }) => {
    await createTopic(db, { name: `Quokkas of the ${where}`, category: 'travel' });
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await page.getByRole('searchbox', { name: 'Search topics' }).filter({ visible: true }).focus();
    await page.keyboard.type(` quokkas ${where} `);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/topics?q=quokkas+${where}`);
    await expect(page.getByRole('heading', { name: `Quokkas of the ${where}` })).toBeVisible();
    await expect(page.getByText(`1 topic for “quokkas ${where}”`)).toBeVisible();
  });
}

test('a row moves by its arrows, 320 px a press, says where it ends, and is found again as it was left', async ({
  page,
  db,
}) => {
  for (let count = 0; count < 12; count++) await createTopic(db, { category: 'travel' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  const back = row(page, 'Travel').getByRole('button', { name: 'Travel: scroll back' });
  const on = row(page, 'Travel').getByRole('button', { name: 'Travel: scroll on' });
  await on.scrollIntoViewIfNeeded();
  await expect(back).toBeDisabled();
  await expect(on).toBeEnabled();
  await on.click();
  await expect.poll(() => scrolled(page, 'Travel')).toBe(320);
  await expect(back).toBeEnabled();
  await on.click();
  await expect.poll(() => scrolled(page, 'Travel')).toBe(640);
  await back.click();
  await expect.poll(() => scrolled(page, 'Travel')).toBe(320);

  // To a topic and back again: the row stands where it stood.
  await row(page, 'Travel')
    .getByRole('link', { name: /^Vote Now/ })
    .nth(2)
    .click();
  await expect(page).toHaveURL(/\/vote\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(() => scrolled(page, 'Travel')).toBe(320);

  await row(page, 'Travel')
    .getByRole('list')
    .first() // the row; a card may list its winners
    .evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
  await expect(on).toBeDisabled();
  await expect(on).toHaveAttribute('aria-disabled', 'true'); // not `disabled`: the focus stays on it
  await expect(back).toBeEnabled();
});

test('a row tells how many topics there are and leads to all of them', async ({ page, db }) => {
  for (let count = 0; count < 13; count++) await createTopic(db, { category: 'fashion' });
  const total = await db('voting.topics').where({ category: 'fashion' }).count<{ count: number }[]>();
  const n = Number(total[0]?.count);
  await open(page, '/');
  await expect(row(page, 'Fashion').getByRole('article')).toHaveCount(12);
  const all = row(page, 'Fashion').getByRole('link', { name: `See all ${n}: Fashion` });
  await expect(all).toHaveText(`See all ${n}`);
  const chips = page.getByRole('navigation', { name: 'Browse by Category' });
  await expect(chips.getByRole('link', { name: 'Fashion' })).toHaveText(`Fashion${n}`);
  await all.click();
  await expect(page).toHaveURL('/topics/fashion');
  await expect(page.getByText(`${n} topics`)).toBeVisible();
});

test('a category’s chip goes to its row, a season’s to its list', async ({ page }) => {
  await open(page, '/');
  await expect(row(page, 'Food').getByRole('heading', { level: 2 })).not.toBeInViewport();
  await page.getByRole('navigation', { name: 'Browse by Category' }).getByRole('link', { name: 'Food' }).click();
  await expect(page).toHaveURL('/#food');
  await expect(row(page, 'Food').getByRole('heading', { level: 2 })).toBeInViewport();
  const seasons = page.getByRole('region', { name: 'In season now' });
  await expect(seasons.getByRole('link', { name: /^Tennis until December 31$/ })).toBeVisible(); // all year round
  await seasons.getByRole('link', { name: /^Tennis/ }).click();
  await expect(page).toHaveURL('/topics/tennis');
  await expect(page.getByRole('heading', { level: 1, name: 'Tennis' })).toBeVisible();
});

test('each card says where its topic stands, what it costs, and has one thing to do', async ({ page, db }) => {
  const day = 86_400;
  const states = {
    'Card of a running topic': { closesIn: 2 * day + 3 * 3_600 + 30 },
    'Card of a topic to come': { opensIn: 5 * 60 + 30, closesIn: day },
    'Card of a resting topic': { isActive: false },
    'Card of an endless topic': { opensIn: null, closesIn: null },
  };
  for (const [name, options] of Object.entries(states)) await createTopic(db, { name, ...options });
  await open(page, '/topics/sports?q=card+of');
  const shown = async (name: string) => (await card(page, name).allInnerTexts()).join().split('\n').filter(Boolean);
  expect(await shown('Card of a running topic')).toEqual([
    'Vote Now',
    expect.stringMatching(/^Ends in 2d 3h( \d+m)?$/),
    'Card of a running topic',
    'What is ranked here',
    '0 voters',
    'Free, or $2.00 to $10.00',
    'Vote Now',
  ]);
  expect(await shown('Card of a topic to come')).toEqual(
    expect.arrayContaining(['Coming Soon', 'Opens in 5m', 'Not Open', 'See the choices']),
  );
  expect(await shown('Card of a resting topic')).toEqual(expect.arrayContaining(['Not Open', 'See the choices']));
  expect(await shown('Card of a resting topic')).not.toContain('Vote Now');
  expect(await shown('Card of an endless topic')).toEqual(expect.arrayContaining(['Always open', 'Vote Now']));
  for (const name of Object.keys(states)) await expect(card(page, name).getByRole('link')).toHaveCount(1);
});

test('a closed card tells its ballots and tiers, and its revenue in US dollars whatever the currency', async ({
  page,
  db,
  context,
  baseURL,
}) => {
  const topic = await createTopic(db, { name: 'Card of an ended topic', opensIn: -7_200, closesIn: -60 });
  await addBallots(db, topic.id, [topic.choices.slice(0, 10), topic.choices.slice(1, 4), topic.choices.slice(2, 4)]);
  const late = await beginPayment(db, topic, (await createUser(db)).id); // until it is decided nothing is final
  await context.addCookies([{ name: 'userCurrency', value: 'JPY', url: baseURL ?? '' }]);
  await open(page, '/topics?q=ended+topic');
  const ended = card(page, 'Card of an ended topic');
  await expect(ended).toContainText(/Voting Ended\s*Counting/);
  await expect(ended.getByText('View Only', { exact: true })).toBeVisible();
  await expect(ended.getByRole('definition')).toHaveText(['3', '$0.00', '0', '0', '3']);
  await expect(ended.getByRole('term')).toHaveText(['Ballots', 'Revenue', 'Top 3', 'Top 5', 'Top 10']);
  await expect(ended).not.toContainText('¥');
  await expect(ended).not.toContainText('Prize Distribution Complete'); // only once it is finalized
  await ended.getByRole('link', { name: 'View Results: Card of an ended topic' }).click();
  await expect(page).toHaveURL(`/results/${topic.id}`);

  await db('payments.payments').where({ id: late }).update({ status: 'canceled' });
  await finalize(db, topic.id);
  await open(page, '/topics?q=card+of+an+ended'); // the page from before may be kept for a moment
  await expect(ended).toContainText('Results Final');
  await expect(ended).toContainText('$0.00, 0 winners'); // nobody has paid
  await expect(ended).toContainText('Prize Distribution Complete');
});

test('a card whose topic ends while it is seen turns into a closed one', async ({ page, db }) => {
  const topic = await createTopic(db, { name: 'Card that ends meanwhile', closesIn: 90 });
  await page.clock.install();
  await open(page, '/topics?q=ends+meanwhile');
  const ending = card(page, 'Card that ends meanwhile');
  await expect(ending).toContainText('Ends in 1m');
  await page.clock.runFor(60_000);
  await expect(ending).toContainText('Ends in');
  await page.clock.runFor(60_000);
  await expect(ending).toContainText('Voting Ended');
  await expect(ending).toContainText('Counting');
  await expect(ending.getByRole('link')).toHaveAttribute('href', `/results/${topic.id}`);
});

test('a site without topics says so', async ({ page }) => {
  await open(page, '/about');
  await page.route('**/index.pageContext.json*', async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'application/json', body: text.replace(/"shelves":\[.*?\}\]/, '"shelves":[]') });
  });
  await page.getByRole('link', { name: 'Podium, home page' }).click();
  await expect(page.getByRole('heading', { name: 'No Topics Available' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Browse by Category' })).toHaveCount(0);
});
