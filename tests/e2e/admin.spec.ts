import { createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { accessibilityFindings, expect, open, signIn, test } from './support.ts';

/* The back office as a whole: who comes in, the dashboard, the jobs, the settings, and what was done. */

test('nobody but admins comes in, by no way', async ({ page, db, complaints }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?returnTo=%2Fadmin',
  );
  await signIn(page, { email: (await createUser(db, { role: 'moderator' })).email });
  for (const path of ['/admin', '/admin/users', '/admin/topics/1']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(403);
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    // The page's JSON address says no more than that.
    const json = await (await page.request.get(`${path}/index.pageContext.json`)).text();
    expect(json).not.toMatch(/totalVotes|"items"|"choices"/);
    expect(json).toContain('403');
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');
  complaints.length = 0; // the browser's own line for each answer of 403
});

test('the dashboard moves by itself, with the results of the topic that is watched', async ({
  page,
  db,
  browser,
  complaints,
}) => {
  const topic = await createTopic(db, { name: 'Watched topic', choices: 4 });
  await signIn(page, { email: (await createUser(db, { role: 'admin' })).email });
  await open(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Live Dashboard' })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.getByLabel('Topic number').fill(String(topic.id));
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page).toHaveURL(`/admin?topic=${topic.id}`);
  await expect(page.getByText('0 ballots, $0.00')).toBeVisible();

  const voter = await browser.newPage();
  await signIn(voter, { email: (await createUser(db)).email });
  const voteItems = [{ choiceId: topic.choices[2], rank: 1 }];
  await voter.request.post('/api/create-free-vote', { data: { topicId: topic.id, tier: 'top5', voteItems } });
  await voter.close();
  await expect(page.getByText('1 ballot, $0.00')).toBeVisible();
  const standing = page.getByRole('table', { name: 'How the choices stand' });
  await expect(standing.getByRole('row').nth(1)).toContainText('1. Choice 3');
  const recent = page.getByRole('table', { name: 'Recent votes' });
  await expect(recent.getByRole('row').nth(1)).toContainText(/Watched topic.*Top 5.*Free/);

  await page.getByLabel('Topic number').fill('2000000000');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(page.getByText('There is no such topic.')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404');
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [375, 'dark'],
] as const) {
  test(`dashboard, jobs, activity and settings are accessible and fit, ${width} px, ${colorScheme}`, async ({
    page,
    db,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await signIn(page, { email: (await createUser(db, { role: 'admin' })).email });
    for (const section of ['', '/overview', '/jobs', '/activity', '/settings', '/articles', '/trending']) {
      await open(page, `/admin${section}?lng=fr`);
      await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible();
      expect(await accessibilityFindings(page), section).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, section).toBeLessThanOrEqual(0);
    }
  });
}

test('a failed job is seen with its error, tried again, and what was done stands in the activity', async ({
  page,
  db,
}) => {
  const admin = await createUser(db, { role: 'admin' });
  const [job] = await db('platform.outbox')
    .insert({
      job: 'payments.settle',
      payload: JSON.stringify({ paymentId: 2_000_000_000 }),
      relayed_at: db.fn.now(),
      failed_at: db.fn.now(),
      last_error: 'the provider did not answer',
    })
    .returning<{ id: number }[]>('id');
  await signIn(page, { email: admin.email });
  await open(page, '/admin/jobs');
  const row = page.getByRole('row').filter({ hasText: 'the provider did not answer' });
  await row.getByRole('button', { name: `Retry job ${job?.id}` }).click();
  await expect(page.getByText('It is being tried again.', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/admin/activity');
  await page.getByLabel('Admin’s number').fill(String(admin.id));
  await page.getByRole('button', { name: 'Apply' }).click();
  const done = page.getByRole('row').filter({ hasText: 'Job retried' });
  await expect(done).toHaveCount(1);
  await expect(done).toContainText(`${admin.username}`);
  await done.getByText('1 field').click();
  await expect(done).toContainText('payments.settle');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('podium-activity.csv');
});

test('what may be texted is set by countries and by numbers, and what was texted today stands below', async ({
  page,
  db,
  complaints,
}) => {
  const before = await db('platform.settings').whereLike('key', 'sms_%');
  await signIn(page, { email: (await createUser(db, { role: 'admin' })).email });
  await open(page, '/admin/settings');
  try {
    const countries = page.getByRole('textbox', { name: 'Countries for text messages' });
    await countries.fill('es, us; atlantis');
    await page.getByRole('button', { name: 'Save: Countries for text messages' }).click();
    await expect(page.getByRole('alert')).toHaveText('Give the countries by their two letters, such as US, ES, FR');
    await expect(countries).toBeFocused();
    expect(await accessibilityFindings(page)).toEqual([]);
    complaints.length = 0; // the browser's own line for 400
    await countries.fill('us es');
    await page.getByRole('button', { name: 'Save: Countries for text messages' }).click();
    await expect(countries).toHaveValue('ES, US');
    const daily = page.getByRole('textbox', { name: 'Text messages a day', exact: true });
    await daily.fill('many');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Give a whole number from 0 to 1,000,000');
    complaints.length = 0;
    await daily.fill('3000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Text messages a day was changed.', { exact: true })).toBeVisible();
    expect(await db('platform.settings').where({ key: 'sms_per_day' }).first('value')).toEqual({ value: 3000 });
    await expect(page.getByRole('heading', { name: 'Text messages today' })).toBeVisible();
  } finally {
    await db('platform.settings').whereLike('key', 'sms_%').delete();
    if (before.length > 0)
      await db('platform.settings').insert(before.map((row) => ({ ...row, value: JSON.stringify(row.value) })));
  }
});

test('settings act: registration closes, and maintenance closes the site to all but admins', async ({
  page,
  db,
  browser,
  complaints,
}) => {
  await signIn(page, { email: (await createUser(db, { role: 'admin' })).email });
  await open(page, '/admin/settings');
  const visitor = await browser.newPage();
  const setting = (name: string) => page.getByRole('switch', { name });
  try {
    await setting('Registration').click();
    await expect(setting('Registration')).toHaveAttribute('aria-checked', 'false');
    await expect(page.getByText('Registration was changed.', { exact: true })).toBeVisible();
    await expect
      .poll(async () => (await (await visitor.request.get('/api/auth/settings')).json()).registrationOpen)
      .toBe(false);

    await setting('Maintenance mode').click();
    await expect(setting('Maintenance mode')).toHaveAttribute('aria-checked', 'true');
    await expect.poll(async () => (await visitor.goto('/about'))?.status()).toBe(503);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Back soon' })).toBeVisible();
    expect((await visitor.request.get('/?lng=es')).headers()['retry-after']).toBe('300');
    await visitor.goto('/?lng=es');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Volvemos pronto' })).toBeVisible();
    expect((await visitor.goto('/login?lng=en'))?.status()).toBe(200);
    await open(page, '/about');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Back soon');
  } finally {
    await page.request.put('/api/admin/settings', { data: { key: 'maintenance_mode', value: false } });
    await page.request.put('/api/admin/settings', { data: { key: 'allow_registration', value: true } });
    await expect.poll(async () => (await visitor.request.get('/about')).status()).toBe(200);
    await visitor.close();
  }
  complaints.length = 0;
});
