import type { Browser, Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { payWith } from '../factories/cards.ts';
import { requestDeletion } from '../factories/deletions.ts';
import { createTopic } from '../factories/topics.ts';
import { createUser, password, type TestUser } from '../factories/users.ts';
import { accessibilityFindings, expect, mailTo, open, signIn, site, test } from './support.ts';

/* The back office's users: looked through, created, changed, suspended, and let go. */

let count = 0;
const fresh = (name: string) => `${name}${process.pid}x${++count}`;

async function asAdmin(page: Page, db: Db): Promise<TestUser> {
  const admin = await createUser(db, { role: 'admin', username: fresh('Admin') });
  await signIn(page, { email: admin.email });
  return admin;
}

/** A page of somebody else's browser. */
async function elsewhere(browser: Browser, user: { email: string }, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site().web });
  const page = await context.newPage();
  await signIn(page, { email: user.email });
  await open(page, path);
  return page;
}

/** A toast; what is read out of it stands elsewhere once more. */
const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a user is found, looked at, and edited from there', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const user = await createUser(db, { username: fresh('Ada '), role: 'moderator' });
  await db('accounts.users').where({ id: user.id }).update({ first_name: 'Zoë', last_name: 'Unmistakable' });
  await asAdmin(page, db);
  await open(page, '/admin/users');
  expect(await overflow(page)).toBe(0);
  await page.getByLabel('Name, e-mail, phone or number').fill('unmistakable zoe');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=unmistakable\+zoe/);
  const row = page.getByRole('row', { name: user.email });
  await expect(row.getByText('Moderator')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  await row.getByRole('button', { name: `Details of ${user.username}` }).click();
  const dialog = page.getByRole('dialog', { name: user.username });
  await expect(dialog.getByText('Zoë Unmistakable')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Edit User' })).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await row.getByRole('button', { name: `Details of ${user.username}` }).click();
  await dialog.getByRole('link', { name: 'Edit User' }).click();
  await expect(page).toHaveURL(`/admin/users/${user.id}`);
  await expect(page.getByRole('heading', { level: 2, name: user.username })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByLabel('Role').selectOption('Admin');
  await expect(page.getByText('casts no ballots')).toBeVisible();
  await page.getByLabel('Identity check').selectOption('Verified');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await told(page, `${user.username} was changed.`);
  await expect(page.getByLabel('Role')).toHaveValue('admin');
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await db('accounts.users').where({ id: user.id }).first()).toMatchObject({
    role: 'admin',
    kyc_status: 'verified',
  });

  await page.getByRole('link', { name: 'What admins have done to this account' }).click();
  await expect(page.getByRole('row').getByText('User edited')).toBeVisible();
});

test('a user is created, with what is wrong told at its field', async ({ page, db, complaints }) => {
  const admin = await asAdmin(page, db);
  await open(page, '/admin/users');
  await page.getByRole('link', { name: 'New user' }).click();
  await expect(page).toHaveURL('/admin/users/new');
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('E-mail address').fill('nowhere');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('alert')).toContainText('Error creating user');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByLabel('E-mail address').fill(admin.email);
  await page.getByRole('button', { name: 'Generate' }).click();
  const chosen = await page.getByLabel('Password', { exact: true }).inputValue();
  expect(chosen).toHaveLength(20);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText(/^(Email is already registered|Username is already taken)$/).first()).toBeVisible();

  const name = fresh('Newly');
  await page.getByLabel('Username').fill(name);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByLabel('E-mail address')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('E-mail address').fill(`${name}@example.org`);
  await page.getByLabel('First name (optional)').fill('Nell');
  await page.getByRole('button', { name: 'Create user' }).click();
  await told(page, 'User created successfully');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page.getByText('Not yet: the account was created by an admin')).toBeVisible();
  const login = { email: `${name}@example.org`, password: chosen };
  expect((await page.request.post('/api/auth/login', { data: login })).status()).toBe(200);
  complaints.splice(0); // the refusals
});

test('somebody who is suspended is signed out with the next click, and can come back', async ({
  page,
  db,
  browser,
}) => {
  const user = await createUser(db, { username: fresh('Rude') });
  const theirs = await elsewhere(browser, user, '/');
  await expect(theirs.getByRole('button', { name: user.username })).toBeVisible();
  await asAdmin(page, db);
  await open(page, `/admin/users/${user.id}`);
  await expect(page.getByText('Chrome on Linux')).toBeVisible();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Suspend ${user.username}?` });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Give a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Three accounts, one card');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await told(page, `${user.username} is suspended.`);
  await expect(page.getByText('Three accounts, one card')).toBeVisible();
  await expect(page.getByText('Logged in nowhere.')).toBeVisible();

  await theirs.getByRole('link', { name: 'How It Works' }).first().click();
  await expect(theirs.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: user.username })).toHaveCount(0);
  await theirs.context().close();

  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await told(page, `${user.username} can log in again.`);
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
  expect((await page.request.post('/api/auth/login', { data: { email: user.email, password } })).status()).toBe(200);
});

test('sessions are ended and a code is sent again', async ({ page, db, browser, complaints }) => {
  const user = await createUser(db);
  await db('accounts.users')
    .where({ id: user.id })
    .update({ phone_number: `+34611${String(user.id).padStart(6, '0')}` });
  const theirs = await elsewhere(browser, user, '/profile');
  await asAdmin(page, db);
  await open(page, `/admin/users/${user.id}`);
  await expect(page.getByRole('button', { name: 'Send e-mail code again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send SMS code again' }).click();
  await told(page, 'A new code is on its way by SMS.');
  await page.getByRole('button', { name: 'Send SMS code again' }).click();
  await expect(page.getByText(/^Too many tries\. Please wait \d+ seconds\.$/)).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('429')]);

  await page.getByRole('button', { name: 'End sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  await told(page, 'All sessions were ended.');
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  await theirs.context().close();
});

test('account deletions stand above the table: one’s own is somebody else’s, one is approved, one rejected', async ({
  page,
  db,
  browser,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await db('privacy.account_actions').where({ status: 'processing' }).update({ status: 'cancelled' });
  const first = await asAdmin(page, db);
  const leaving = await createUser(db, { username: fresh('Leaving') });
  const staying = await createUser(db, { username: fresh('Staying') });
  await requestDeletion(db, first.id, 'A new job');
  await requestDeletion(db, leaving.id, 'Too many mails');
  await requestDeletion(db, staying.id, 'Not sure');
  await open(page, '/admin/users');
  const waiting = page.getByRole('region', { name: '3 account deletions wait for a decision' });
  await expect(waiting.getByText('Your own request: another admin has to decide.')).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^Approve/ })).toHaveCount(2);
  expect(await accessibilityFindings(page)).toEqual([]);

  await waiting.getByRole('button', { name: `Approve the deletion of ${leaving.username}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the account of ${leaving.username}?` });
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await waiting.getByRole('button', { name: `Approve the deletion of ${leaving.username}` }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await told(page, 'The account was deleted.');
  await expect.poll(async () => (await mailTo(leaving.email)).subject).toBe('Your Podium account has been deleted');
  await expect(page.getByText('2 account deletions wait for a decision')).toBeVisible();

  const second = await createUser(db, { role: 'admin' });
  const others = await elsewhere(browser, second, '/admin/users/deletions');
  await others.getByRole('button', { name: `Reject the deletion of ${staying.username}` }).click();
  await others.getByRole('dialog').getByRole('button', { name: 'Reject request' }).click();
  await told(others, 'The request was rejected.');
  await others.getByRole('button', { name: `Approve the deletion of ${first.username}` }).click();
  await others.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(others.getByText('No account deletion waits for a decision.')).toBeVisible();
  await others.getByRole('link', { name: 'Rejected' }).click();
  await expect(others.getByRole('row', { name: staying.username }).getByText(second.username)).toBeVisible();
  await others.getByRole('link', { name: 'Approved' }).click();
  await expect(
    others.getByRole('row', { name: `#${leaving.id}` }).getByText('Forgotten with the account'),
  ).toBeVisible();
  await others.context().close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible(); // whoever was erased is nobody
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')]);
});

test('accounts that share a card stand together, on a phone at night and in French, too', async ({ page, db }) => {
  const topic = await createTopic(db, { choices: 3 });
  const [one, two] = [
    await createUser(db, { username: fresh('Twin') }),
    await createUser(db, { username: fresh('Twin') }),
  ];
  for (const { id } of [one, two]) await payWith(db, topic, id, `${fresh('card')}-4321`);
  const card = `${fresh('card')}-1234`;
  for (const { id } of [one, two]) await payWith(db, topic, id, card);
  await asAdmin(page, db);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, '/admin/users/cards?lng=fr');
  const row = page.getByRole('row', { name: one.username });
  await expect(row).toHaveCount(1);
  await expect(row.getByText('Visa se terminant par 1234')).toBeVisible();
  for (const path of ['/admin/users/cards', '/admin/users', `/admin/users/${one.id}`, '/admin/users/new']) {
    await open(page, path);
    expect(await overflow(page), path).toBe(0);
    expect(await accessibilityFindings(page), path).toEqual([]);
  }
  await open(page, `/admin/users/${one.id}`);
  await page.getByRole('link', { name: two.username }).click();
  await expect(page.getByRole('heading', { level: 2, name: two.username })).toBeVisible();
});

test('nobody but admins gets there, and what is not there is a 404 page', async ({ page, db, complaints }) => {
  const moderator = await createUser(db, { role: 'moderator' });
  await signIn(page, { email: moderator.email });
  for (const path of ['', '/deletions', '/cards', '/new', `/${moderator.id}`]) {
    await page.goto(`/admin/users${path}`);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    expect(await page.content()).not.toContain(moderator.email.toUpperCase());
  }
  await asAdmin(page, db);
  for (const path of ['/2000000000', '/9999999999', '/tables', '/0']) {
    expect((await page.goto(`/admin/users${path}`))?.status()).toBe(404);
  }
  complaints.splice(0);
});
