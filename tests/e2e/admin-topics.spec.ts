import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addBallots, createTopic } from '../factories/topics.ts';
import { asAdmin, newPage, unique } from './admin-topics-support.ts';
import { noOverflow, toast } from './login-support.ts';
import { beginPaid, cards, charged, expectCounted, openDialog, pay, typeCard } from './payments-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* The table of all topics, and what is done from it. The form has its own tests (admin-topic-form.spec.ts). */

/** The table with one topic. */
const find = (page: Page, name: string) => open(page, `/admin/topics?q=${encodeURIComponent(name)}`);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('topics are searched, filtered and sorted; each shows where it stands and what is missing', async ({
  page,
  db,
}) => {
  const name = unique('Zebra crossings');
  await createTopic(db, { name, category: 'travel', isActive: false });
  const twin = await createTopic(db, {
    name: `${name} B`,
    nameEs: 'Pasos',
    category: 'food',
    opensIn: 600,
    closesIn: 900,
  });
  await addBallots(db, twin.id, [twin.choices.slice(0, 10), twin.choices.slice(0, 3)]);
  await asAdmin(page, db);
  await open(page, '/admin/topics');
  await page.getByLabel('Name, choice or number').fill(name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('2 entries')).toBeVisible();
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('row').nth(1)).toContainText('Travel');
  await expect(page.getByRole('row').nth(1)).toContainText('Inactive');
  await expect(page.getByRole('row').nth(2)).toContainText('Upcoming');
  await expect(page.getByRole('row').nth(2)).toContainText('2 voters');
  await expect(page.getByRole('row').nth(2).getByText('Spanish texts are missing')).toBeAttached();
  await page.getByLabel('Category').selectOption('Food');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('1 entry')).toBeVisible();
  await expect(page.getByRole('link', { name: `View topic: ${name} B` })).toHaveAttribute('href', `/vote/${twin.id}`);
  await expect(page.getByRole('link', { name: `Results: ${name} B` })).toHaveAttribute('href', `/results/${twin.id}`);
  await page.getByLabel('State').selectOption('Closed');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No topic fits.')).toBeVisible();
});

test('a switch acts at once; one that the server refuses goes back', async ({ page, db, complaints }) => {
  const name = unique('Switched');
  const { id } = await createTopic(db, { name });
  await asAdmin(page, db);
  await find(page, name);
  await page.getByRole('switch', { name: `Featured: ${name}` }).click();
  await expect(toast(page, `“${name}” is featured.`)).toBeVisible();
  await page.getByRole('switch', { name: `Active: ${name}` }).press('Space');
  await expect(toast(page, `“${name}” takes no ballots now.`)).toBeVisible();
  await expect(row(page, name)).toContainText('Inactive');
  expect(await db('voting.topics').where({ id }).first('is_active', 'is_featured')).toEqual({
    is_active: false,
    is_featured: true,
  });
  await page.route('**/switches', (route) => route.abort());
  await page.getByRole('switch', { name: `Active: ${name}` }).click();
  await expect(toast(page, 'Error saving topic')).toBeVisible();
  await expect(page.getByRole('switch', { name: `Active: ${name}` })).not.toBeChecked();
  expect(complaints.splice(0).every((complaint) => complaint.includes('ERR_FAILED'))).toBe(true);
});

test('a duplicate opens at once, without dates, not active', async ({ page, db }) => {
  const name = unique('Copied');
  const { id } = await createTopic(db, { name, choices: 3 });
  await asAdmin(page, db);
  await find(page, name);
  await choose(page, name, 'Duplicate');
  await expect(page).toHaveURL(/\/admin\/topics\/\d+$/);
  await expect(page).not.toHaveURL(`/admin/topics/${id}`);
  await expect(toast(page, 'Topic duplicated successfully')).toBeVisible();
  await expect(page.getByLabel('Active')).not.toBeChecked();
  await expect(page.getByLabel('Voting starts', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Name of choice 3')).toHaveValue('Choice 3');
});

test('without ballots a topic is deleted, with ballots archived; it is said before', async ({ page, db }) => {
  const [free, voted] = [unique('Nobody voted'), unique('Somebody voted')];
  const { id } = await createTopic(db, { name: free });
  const kept = await createTopic(db, { name: voted });
  await addBallots(db, kept.id, [kept.choices.slice(0, 10)]);
  await asAdmin(page, db);
  await find(page, free);
  await choose(page, free, 'Delete or archive');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('it will be deleted with its choices');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Topic deleted successfully')).toBeVisible();
  await expect(page.getByText('No topic fits.')).toBeVisible();
  expect(await db('voting.topics').where({ id }).first()).toBeUndefined();

  await open(page, `/admin/topics/${kept.id}`);
  await choose(page, voted, 'Delete or archive');
  await expect(dialog).toContainText('This topic has ballots, so it will be archived');
  await expect(dialog).toContainText('it is cancelled as well');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(toast(page, 'Topic archived successfully')).toBeVisible();
  await expect(page).toHaveURL('/admin/topics');
  await open(page, `/admin/topics?state=archived&q=${encodeURIComponent(voted)}`);
  await expect(row(page, voted)).toContainText('Archived');
  await expect(row(page, voted)).toContainText('Cancelled');
});

test('cancelling asks, and pays back what was paid', async ({ page, db, browser }) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await pay(page);
  await expectCounted(page, topic.id);

  const desk = await newPage(browser);
  await asAdmin(desk, db);
  await open(desk, `/admin/topics/${topic.id}`);
  const name = (await db('voting.topics').where({ id: topic.id }).first('name')).name as string;
  await choose(desk, name, 'Cancel topic');
  const dialog = desk.getByRole('dialog');
  await expect(dialog).toContainText('gets the money back');
  await expect(dialog).toContainText('This cannot be undone.');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(desk.getByRole('button', { name: `Actions: ${name}` })).toBeFocused();
  await choose(desk, name, 'Cancel topic');
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(toast(desk, 'Topic cancelled successfully')).toBeVisible();
  await expect(desk.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(desk.getByText('Fixed: voting is over').first()).toBeVisible();
  const status = async () => (await db('payments.payments').where({ topic_id: topic.id }).first('status'))?.status;
  await expect.poll(status, { timeout: 20_000 }).toBe('refunded');
  expect(await charged(db, topic.id)).toHaveLength(1);
  await desk.context().close();
});

test('a file is checked before it is imported: bad lines are named and nothing is stored', async ({ page, db }) => {
  const name = unique('Imported');
  const stored = () => db('voting.topics').where('name', 'like', `${name}%`).orderBy('id').select('id', 'name');
  const choose = (lines: string[]) =>
    page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'topics.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  const good = [
    'topic,nameEs,category,endDate,choice,choiceDescription',
    `${name} A,Importado,food,2040-01-01T00:00:00Z,One,"First, of two"`,
    `${name} A,,,,Two,`,
    `${name} B,,travel,,Only,`,
  ];
  await asAdmin(page, db);
  await open(page, '/admin/topics');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await choose([...good, `${name} C,,cars,soon,Only,`]);
  const faults = dialog.getByRole('alert');
  await expect(faults).toContainText('faults. Nothing was stored');
  await expect(faults.getByRole('row').nth(1)).toContainText('5');
  await expect(faults).toContainText('category');
  await expect(faults).toContainText('endDate');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  expect(await accessibilityFindings(page)).toEqual([]);

  await choose(good);
  await expect(dialog.getByRole('status')).toHaveText(
    'The file is fine: 2 topics with 3 choices. Nothing is stored yet.',
  );
  expect(await stored()).toEqual([]);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(toast(page, '2 topics imported successfully')).toBeVisible();
  await expect(row(page, `${name} A`)).toBeVisible();
  expect((await stored()).map((topic) => topic.name)).toEqual([`${name} A`, `${name} B`]);

  // What is exported with the table's filter can be imported again.
  await find(page, name);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('podium-topics.csv');
  const file = await readFile(await download.path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(4);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await choose([file]);
  await expect(dialog.getByRole('status')).toContainText('2 topics with 3 choices');
  await dialog.getByText('The columns').click();
  await expect(dialog.getByText('choiceDescription', { exact: true })).toBeVisible();
  const template = await dialog.getByRole('link', { name: 'Download a template' }).getAttribute('href');
  await choose([decodeURIComponent((template ?? '').split(',').slice(1).join(','))]);
  await expect(dialog.getByRole('status')).toContainText('1 topic with 2 choices');
});

test('the table can be used by everybody at every width, in French too', async ({ page, db }) => {
  const name = unique('At a glance');
  await createTopic(db, { name });
  await asAdmin(page, db);
  await page.setViewportSize({ width: 1280, height: 900 });
  await find(page, name);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('button', { name: `Actions: ${name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeInViewport();
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await open(page, `/admin/topics?lng=fr&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name: 'Nouveau sujet' })).toBeVisible();
  await expect(page.getByRole('switch', { name: `À la une : ${name}` })).toBeVisible();
});
