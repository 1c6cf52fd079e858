import type { Page } from '@playwright/test';
import type { Bundle } from '#modules/prizes/rules/bundle.ts';
import { createTopic } from '../factories/topics.ts';
import { noOverflow } from './login-support.ts';
import { createContest, finalContest, finalize } from './results-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* Results counted again on the visitor's own device: what holds, what does not, and what can go wrong on the way. */

const start = (page: Page) => page.getByRole('button', { name: 'Recount now' });
/** Check by check, how many differences there are. */
const found = (page: Page) =>
  page.getByRole('table', { name: 'What was checked' }).getByRole('row').locator('td:last-child').allInnerTexts();
const none = ['none', 'none', 'none', 'none', 'none'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a recount matches, by keyboard alone, ${colorScheme}`, async ({ page, db }) => {
    const { topic } = await finalContest(db);
    await page.emulateMedia({ colorScheme });
    await open(page, `/results/${topic.id}`);
    await page.getByRole('link', { name: 'Recount the results' }).press('Enter');
    await expect(page).toHaveURL(`/results/${topic.id}/recount`);
    await start(page).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Everything matches' })).toContainText(
      /63 ballots of 61 voters, \d+ kB, counted in [\d.]+ s on this device\./,
    );
    expect(await found(page)).toEqual(none);
    await expect(page.getByRole('button', { name: 'Recount once more' })).toBeFocused();
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFindings(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await noOverflow(page);
  });
}

test('a bundle that is altered on its way does not match, and what differs is shown', async ({ page, db }) => {
  const { topic } = await finalContest(db);
  let alter = (_bundle: Bundle): void => {};
  await page.route('**/bundle', async (route) => {
    const bundle = (await (await route.fetch()).json()) as Bundle;
    alter(bundle);
    await route.fulfill({ json: bundle });
  });
  const recount = async (change: typeof alter) => {
    alter = change;
    await page.getByRole('button', { name: /^Recount (now|once more)$/ }).click();
    await expect(page.getByRole('alert')).toContainText('There are differences');
    return found(page);
  };
  await open(page, `/results/${topic.id}/recount`);
  const accuracy = await recount(({ ballots: [first] }) => {
    if (first) first.accuracy += 1;
  });
  expect(accuracy[1]).not.toBe('none');
  expect(accuracy[0]).toBe('none');

  const award = await recount(({ awards: [first] }) => {
    if (first) first.cents += 1;
  });
  expect(award).toEqual(['none', 'none', 'none', '1', '1']); // it is neither what the ballots make nor what the site shows
  await expect(page.getByRole('region', { name: 'Awards: 1 difference' })).toContainText('.cents');
  expect(await accessibilityFindings(page)).toEqual([]);

  const [results, , , , shown] = await recount(({ results: [first] }) => {
    if (first) first.totalPoints += 1;
  });
  expect([results, shown]).toEqual(['1', '1']);
});

test('a download can fail, be tried again, be cancelled, and be kept as a file', async ({ page, db, complaints }) => {
  const { topic } = await finalContest(db);
  let wait = new Promise<void>(() => {});
  let answer: 'abort' | 'broken' | 'refused' | 'later' = 'abort';
  await page.route('**/bundle', async (route) => {
    if (answer === 'abort') return route.abort();
    if (answer === 'broken') return route.fulfill({ body: '{"topicId":1,' });
    if (answer === 'refused')
      return route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Wait.' } });
    await wait;
    return route.continue().catch(() => {}); // it was cancelled
  });
  await open(page, `/results/${topic.id}/recount`);
  await start(page).click();
  await expect(page.getByRole('alert')).toContainText('The download has failed.');
  for (const [next, text] of [
    ['broken', 'is not the file that it should be'],
    ['refused', 'Wait.'],
  ] as const) {
    answer = next;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText(text);
  }
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_FAILED|429/);

  answer = 'later';
  let go = () => {};
  wait = new Promise((resolve) => {
    go = resolve;
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('progressbar', { name: 'Downloading the ballots' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Downloading the ballots' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(start(page)).toBeFocused();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  go();

  await page.unroute('**/bundle');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the ballots' }).click();
  expect((await download).suggestedFilename()).toBe(`podium-topic-${topic.id}.json`);
});

test('where there is nothing to recount, the page says why', async ({ page, db }) => {
  const endless = await createTopic(db, { opensIn: null, closesIn: null });
  const { topic: few } = await createContest(db, 5);
  await finalize(db, few.id);
  for (const [id, title] of [
    [endless.id, 'Nothing to recount'],
    [few.id, 'Too few voters'],
  ] as const) {
    await open(page, `/results/${id}/recount`);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(start(page)).toHaveCount(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  const open_ = await createTopic(db);
  await open(page, `/results/${open_.id}/recount`);
  await expect(page.getByRole('heading', { name: 'Nothing to recount yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the results' }).click();
  await expect(page).toHaveURL(`/results/${open_.id}`);
});

for (const language of ['es', 'fr'] as const) {
  test(`results and recount are accessible and fit, in ${language}`, async ({ page, db }) => {
    const { topic } = await finalContest(db);
    for (const path of [`/results/${topic.id}`, `/results/${topic.id}/recount`]) {
      await page.setViewportSize({ width: 375, height: 800 });
      await open(page, `${path}?lng=${language}`);
      expect(await accessibilityFindings(page), path).toEqual([]);
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await noOverflow(page);
      }
    }
  });
}
