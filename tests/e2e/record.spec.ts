import type { Page } from '@playwright/test';
import { createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { noOverflow } from './login-support.ts';
import { finalContest } from './results-support.ts';
import { accessibilityFindings, expect, open, signIn, test } from './support.ts';

/* How somebody has done so far, and what winning still takes. */

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a record lists what somebody’s ballots came to, and says so where there is none', async ({
  page,
  db,
  complaints,
}) => {
  const { name, me } = await finalContest(db);
  await signIn(page, { email: me.email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Record and prizes' }).click();
  const record = section(page, 'Record and prizes');
  await expect(record.getByRole('listitem').filter({ hasText: name })).toHaveCount(2);
  await expect(record.getByRole('listitem').filter({ hasText: 'Top 3' })).toContainText(
    /Accuracy \d+ of 27Place \d+ of \d+/,
  );
  await expect(record).toContainText(/Award: \$[\d.]+Payable from/);
  const tiles = section(page, 'Your record at a glance').getByRole('definition');
  await expect(tiles.first()).toHaveText('1');
  await expect(tiles.last()).toHaveText(/^\$[\d.]+$/);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await noOverflow(page);

  await signIn(page, { email: (await createUser(db)).email });
  await page.route('**/api/users/record?page=1', (route) => route.abort());
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Record and prizes' }).click();
  await expect(page.getByRole('alert')).toHaveText('This could not be loaded.');
  await page.unroute('**/api/users/record?page=1');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(record).toContainText('Nothing yet: each topic on which you have voted');
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});

test('whoever has voted is told what winning still takes, and where to do it', async ({ page, db }) => {
  const topic = await createTopic(db);
  const { email, id } = await createUser(db);
  await signIn(page, { email });
  const voteItems = [{ choiceId: topic.choices[0], rank: 1 }];
  await open(page, `/results/${topic.id}`);
  const notice = section(page, 'One more step before you can win');
  await expect(notice).toHaveCount(0);
  await page.request.post('/api/create-free-vote', {
    data: { topicId: topic.id, tier: 'top3', amount: '0.00', voteItems },
  });
  await open(page, `/results/${topic.id}`);
  await expect(notice).toContainText('Your phone number is not verified yet.');
  await expect(notice).not.toContainText('e-mail address');
  expect(await accessibilityFindings(page)).toEqual([]);
  await notice.getByRole('link', { name: 'Go to your contact details' }).click();
  await expect(page).toHaveURL('/profile#contact');
  await expect(page.getByRole('tab', { name: 'Contact Details', selected: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Personal Information' }).click();
  await page.goBack();
  await page.goForward();
  await expect(notice).toBeVisible();

  await db('accounts.users').where({ id }).update({ phone_number: '+34600777001', phone_verified_at: db.fn.now() });
  for (const path of ['/profile', `/results/${topic.id}`]) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
});
