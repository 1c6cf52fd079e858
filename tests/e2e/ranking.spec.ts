import type { Locator, Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { addBallots, closeTopic, createTopic, type TestTopic } from '../factories/topics.ts';
import { createUser, password } from '../factories/users.ts';
import { expect, hydrated, open, signIn, test } from './support.ts';

/* Ranking by mouse, by touch and by keyboard alone; what is cast is what was seen. */

const slip = (page: Page) => page.getByRole('region', { name: 'Your ballot' });
const lines = (page: Page) => slip(page).getByRole('listitem');
const tile = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`Choice ${number} The`) });
const ranked = async (page: Page): Promise<string[]> =>
  (await lines(page).allInnerTexts()).flatMap((text) => /Choice \d+/.exec(text)?.[0] ?? []);

/** A new voter on the vote page of a new topic. */
async function voterOn(page: Page, db: Db, topic?: TestTopic): Promise<TestTopic> {
  const on = topic ?? (await createTopic(db, { choices: 8, closesIn: 3_000 }));
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, `/vote/${on.id}`);
  return on;
}

async function castAndSee(page: Page, expected: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Cast ballot' }).click();
  await expect(page).toHaveURL(/\/results\/\d+$/);
  await expect(lines(page)).toHaveText(expected.map((name, index) => new RegExp(`^${index + 1}${name}$`)));
}

test('by mouse: drag onto the slip, reorder, drag off again, break a drag off', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 1_000 });
  await voterOn(page, db);
  await tile(page, 1).dragTo(lines(page).nth(0));
  await tile(page, 2).dragTo(lines(page).nth(3)); // the next free place, never a gap
  await tile(page, 3).dragTo(lines(page).nth(0)); // the others make room
  expect(await ranked(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2']);
  await lines(page)
    .nth(0)
    .dragTo(lines(page).nth(2), { targetPosition: { x: 60, y: 48 } });
  expect(await ranked(page)).toEqual(['Choice 1', 'Choice 2', 'Choice 3']);
  await lines(page)
    .nth(1)
    .dragTo(page.getByRole('heading', { level: 1 })); // nowhere: nothing changes
  expect(await ranked(page)).toEqual(['Choice 1', 'Choice 2', 'Choice 3']);
  await lines(page).nth(1).dragTo(tile(page, 6)); // back to the choices
  expect(await ranked(page)).toEqual(['Choice 1', 'Choice 3']);
  await castAndSee(page, ['Choice 1', 'Choice 3']);
});

test('by keyboard alone: pick up, move, put down, put back, with every step announced', async ({ page, db }) => {
  await voterOn(page, db);
  const said = page.getByRole('main').getByRole('status');
  for (const number of [1, 2, 3]) {
    await tile(page, number).focus();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText(`Choice ${number} is on place ${number}`);
  }
  const grip = (number: number) => page.getByRole('button', { name: new RegExp(`^Reorder Choice ${number},`) });
  await grip(3).focus();
  await page.keyboard.press('Space');
  await expect(said).toContainText('Choice 3 picked up from place 3');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(said).toHaveText('Choice 3 is now on place 1');
  await expect(grip(3)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(said).toHaveText('Choice 3 put down on place 1');
  await page.keyboard.press('ArrowDown'); // nothing is picked up any more
  expect(await ranked(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2']);

  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  expect(await ranked(page)).toEqual(['Choice 1', 'Choice 2', 'Choice 3']);
  await page.keyboard.press('Escape');
  await expect(said).toHaveText('Choice 3 is back where it was');
  expect(await ranked(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2']);

  await page.getByRole('button', { name: 'Take Choice 1 off' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Take Choice 2 off' })).toBeFocused();
  await page.getByRole('button', { name: 'Cast ballot' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/results\/\d+$/);
  await expect(lines(page)).toHaveText([/^1Choice 3$/, /^2Choice 2$/]);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('by touch: tap to add, rest a finger on a line to drag it, swipe to scroll', async ({ page, db }) => {
    await page.clock.install();
    await voterOn(page, db);
    for (const number of [1, 2, 3]) await tile(page, number).tap();
    await page.getByRole('link', { name: /Check your ballot/ }).tap();
    await expect(lines(page).nth(2)).toBeInViewport();
    await atRest(page);
    await touchDrag(page, lines(page).nth(2), lines(page).nth(0));
    await expect.poll(() => ranked(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2']);

    // A swipe over a line scrolls the page and moves nothing.
    const before = await page.evaluate(() => window.scrollY);
    await touchDrag(page, lines(page).nth(0), lines(page).nth(4), { restMs: 0 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
    expect(await ranked(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2']);
    await castAndSee(page, ['Choice 3', 'Choice 1', 'Choice 2']);
  });
});

const nextFrame = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** Waits until the page does not scroll any more. */
async function atRest(page: Page): Promise<void> {
  let before = -1;
  await expect(async () => {
    const last = before;
    before = await page.evaluate(() => window.scrollY);
    expect(before).toBe(last);
  }).toPass({ intervals: [100] });
}

async function touchDrag(page: Page, from: Locator, to: Locator, { restMs = 300 } = {}): Promise<void> {
  const centre = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [start, end] = [await centre(from), await centre(to)];
  const down = end.y > start.y ? 18 : -18; // well past the middle
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  if (restMs > 0) await page.clock.fastForward(restMs);
  for (let step = 1; step <= 12; step++) {
    await touch('touchMove', [{ x: start.x, y: start.y + ((end.y + down - start.y) * step) / 12 }]);
    await nextFrame(page);
  }
  await touch('touchEnd', []);
}

test('a full ballot says its limit, and a smaller tier hides what the larger one brings back', async ({ page, db }) => {
  await voterOn(page, db);
  for (const number of [1, 2, 3, 4, 5, 6]) await tile(page, number).click();
  await expect(page.getByRole('alert')).toHaveText('You can only rank 5 items for this tier.');
  expect(await ranked(page)).toHaveLength(5);
  await page.getByRole('radio', { name: 'Top 3 Free' }).check();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await ranked(page)).toEqual(['Choice 1', 'Choice 2', 'Choice 3']);
  await page.getByRole('button', { name: /^Reorder Choice 2,/ }).press('Space');
  await page.keyboard.press('Escape'); // puts back what was not moved: nothing is lost by it
  await page.getByRole('radio', { name: 'Top 10 Free' }).check();
  expect(await ranked(page)).toHaveLength(5);
});

test('a begun ballot survives a reload, and the way of a visitor to the login and back', async ({ page, db }) => {
  const topic = await createTopic(db, { choices: 8 });
  const { email } = await createUser(db);
  await open(page, `/vote/${topic.id}`);
  await page.getByRole('radio', { name: 'Top 3 Free' }).check();
  for (const number of [4, 2]) await tile(page, number).click();
  await page.reload();
  await hydrated(page);
  await expect.poll(() => ranked(page)).toEqual(['Choice 4', 'Choice 2']);
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  await page.getByRole('link', { name: 'Login to Vote' }).click();
  await page.getByLabel('E-mail').first().fill(email);
  await page.getByLabel('Password', { exact: true }).first().fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/vote/${topic.id}`);
  await expect.poll(() => ranked(page)).toEqual(['Choice 4', 'Choice 2']);
  await expect(page.getByRole('radio', { name: 'Top 3 Free' })).toBeChecked();
  await castAndSee(page, ['Choice 4', 'Choice 2']);
  await open(page, `/vote/${topic.id}`);
  await expect(page.getByText('USED', { exact: true })).toHaveCount(3);
  for (const places of [3, 5, 10]) {
    await expect(page.getByRole('radio', { name: `Top ${places} USED` })).toBeDisabled();
  }
  await expect(page.getByRole('radio', { name: 'Top 5 $3.00 Most popular' })).toBeChecked();
  expect(await ranked(page)).toEqual([]);
});

test('a ballot that the network loses is told, kept, and can be cast again; a double click casts once', async ({
  page,
  db,
  complaints,
}) => {
  await voterOn(page, db);
  await tile(page, 1).click();
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.route('**/api/create-free-vote', (route) => route.abort());
  await page.getByRole('button', { name: 'Cast ballot' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to submit free vote. Please try again.');
  expect(await ranked(page)).toEqual(['Choice 1']);
  await page.unroute('**/api/create-free-vote');
  await page.getByRole('button', { name: 'Cast ballot' }).dblclick();
  await expect(page).toHaveURL(/\/results\/\d+$/);
  expect(posts).toHaveLength(2);
  expect(complaints.splice(0).every((complaint) => complaint.includes('ERR_FAILED'))).toBe(true);
});

test('a ballot cast in another tab, or after the end, is answered with its reason', async ({
  page,
  db,
  complaints,
}) => {
  const topic = await voterOn(page, db);
  await tile(page, 1).click();
  const elsewhere = await page.request.post('/api/create-free-vote', {
    data: { topicId: topic.id, tier: 'top3', amount: '0.00', voteItems: [{ choiceId: topic.choices[0], rank: 1 }] },
  });
  expect(elsewhere.status()).toBe(201);
  await page.getByRole('button', { name: 'Cast ballot' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^You have already used your free vote for this topic\./);
  await expect(page.getByText('USED', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Pay $3.00 and vote' })).toBeEnabled();
  expect(await ranked(page)).toEqual(['Choice 1']); // it can be bought as it is

  const ending = await createTopic(db, { choices: 8, closesIn: 3_000 });
  await addBallots(db, ending.id, [[ending.choices[2] as number]]);
  await open(page, `/vote/${ending.id}`);
  await tile(page, 1).click();
  await closeTopic(db, ending.id);
  await page.getByRole('button', { name: 'Cast ballot' }).click();
  await expect(page.getByRole('heading', { name: 'Voting Has Ended' })).toBeVisible();
  await page.getByRole('link', { name: 'View Results' }).click();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toHaveText(/Choice 3.*10.*1$/);
  expect(complaints.splice(0).every((complaint) => complaint.includes('409'))).toBe(true);
});
