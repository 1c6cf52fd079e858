import { addBallots, createTopic } from '../factories/topics.ts';
import { createUser, password } from '../factories/users.ts';
import { accessibilityFindings, expect, open, signIn, site, test } from './support.ts';

/* A person's own page: seen, changed and kept from everybody else. */

test('a visitor is asked to log in, and comes back to the profile', async ({ page, db }) => {
  const { email, username } = await createUser(db);
  await open(page, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Login Required' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
});

for (const [device, viewport] of [
  ['a phone', { width: 375, height: 812 }],
  ['a desk', { width: 1280, height: 900 }],
] as const) {
  test(`details are changed on ${device}: what is wrong stands next to its field, nothing typed is lost`, async ({
    page,
    db,
    complaints,
  }) => {
    await page.setViewportSize(viewport);
    const { email } = await createUser(db);
    await signIn(page, { email });
    await open(page, '/profile?authenticated=true&email=other%40example.org&newUser=true');
    await expect(page.getByText(/^Welcome to Podium/)).toBeVisible();
    await expect(page).toHaveURL('/profile');

    await page.getByRole('button', { name: 'Edit: Personal Information' }).click();
    await page.getByLabel('First name').fill('Zoë');
    await page.getByLabel('Date of birth').fill('2015-05-05');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('You must be 18 or older', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Date of birth')).toBeFocused();
    await expect(page.getByLabel('First name')).toHaveValue('Zoë');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]); // the browser logs the refused request

    await page.getByLabel('Date of birth').fill('1990-05-05');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile updated', { exact: true })).toBeVisible();
    await expect(page.getByText('May 5, 1990')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit: Personal Information' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Zoë');

    await page.getByRole('tab', { name: 'Contact Details' }).click();
    await page.getByRole('button', { name: 'Edit: Contact Details' }).click();
    await page.getByLabel('City').fill('Cádiz');
    await page.getByLabel('Country').selectOption({ label: 'Spain' });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'Spain' })).toBeVisible();

    await page.getByRole('tab', { name: 'Recent Activity' }).click();
    await expect(page.getByText('You changed your profile')).toHaveCount(2);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}

test('a cancelled change changes nothing', async ({ page, db }) => {
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Edit: Personal Information' }).click();
  await page.getByLabel('First name').fill('Somebody else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Somebody else');
});

test('a picture is put up, shown in a square, and taken down again', async ({ page, db, complaints }) => {
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/profile');
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles('public/icons/512.png');
  const picture = page.getByRole('main').locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
  await choose.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('listitem').filter({ hasText: 'This file is not a picture' })).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  await expect(picture).toBeVisible(); // the old one stays
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(picture).toHaveCount(0);
});

test('lists are fetched when they are opened; one’s own ballots are there in order', async ({ page, db }) => {
  const topic = await createTopic(db, { name: 'In my history', choices: 4 });
  await addBallots(db, topic.id, [topic.choices]); // somebody else's
  await signIn(page, { email: (await createUser(db)).email });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/users/')) asked.push(new URL(request.url()).pathname);
  });
  await open(page, '/profile');
  expect(asked).toEqual([]);
  await page.getByRole('tab', { name: 'Voting History' }).click();
  await expect(page.getByText('You have not voted yet.')).toBeVisible();
  await expect(page.getByText('You have not paid for a ballot yet.')).toBeVisible();
  expect(asked.sort()).toEqual(['/api/users/payments', '/api/users/votes']);
  const voteItems = [2, 0].map((index, place) => ({ choiceId: topic.choices[index], rank: place + 1 }));
  await page.request.post('/api/create-free-vote', { data: { topicId: topic.id, tier: 'top3', voteItems } });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Voting History' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'In my history' });
  await expect(entry).toContainText('Top 3, free');
  await expect(entry.getByRole('listitem')).toHaveText(['1Choice 3', '2Choice 1']);
});

test('a list that cannot be loaded says so and tries again', async ({ page, db, complaints }) => {
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/profile');
  await page.route('**/api/users/activity*', (route) => route.abort());
  await page.getByRole('tab', { name: 'Recent Activity' }).click();
  await expect(page.getByRole('alert')).toHaveText('This could not be loaded.');
  await page.unroute('**/api/users/activity*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});

test('other sessions are seen and ended from here', async ({ page, browser, db, baseURL }) => {
  const { email } = await createUser(db);
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  await elsewhere.request.post('/api/auth/login', { data: { email, password } });
  await signIn(page, { email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Account Management' }).click();
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Log out there' }).click();
  await expect(page.getByRole('button', { name: 'Log out there' })).toHaveCount(0);
  expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401);
  await elsewhere.close();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('a phone number is added by the code that was sent to it', async ({ page, db }) => {
  const number = `+346112${String(Date.now()).slice(-5)}`;
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Contact Details' }).click();
  await page.getByRole('button', { name: 'Edit: Contact Details' }).click();
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`We have sent a code to ${number}.`)).toBeVisible();
  let text = '';
  await expect
    .poll(async () => {
      const found = await fetch(`${site().sandbox}/api/sms?to=${encodeURIComponent(number)}`);
      text = (await found.json())[0]?.text ?? '';
      return text;
    })
    .toContain('Podium code');
  await page.getByLabel('Six-digit code').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByLabel('Six-digit code')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Account Management' }).click();
  await expect(page.getByText('Not verified')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeVisible();
});
