import type { Page } from '@playwright/test';
import { addBallots, createTopic } from '../factories/topics.ts';
import { asAdmin, unique } from './admin-topics-support.ts';
import { noOverflow, toast } from './login-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* The choices of all topics: found, added and removed one by one. */

const picker = (page: Page) => page.getByRole('combobox', { name: 'Topic' });

test('choices are narrowed to a topic by a few letters of its name, by keyboard alone', async ({ page, db }) => {
  const name = unique('Mountain huts');
  const { id } = await createTopic(db, { name, choices: 3 });
  await asAdmin(page, db);
  await open(page, '/admin/choices');
  await picker(page).pressSequentially(name.slice(0, -1));
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker(page)).toHaveValue(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/choices\\?.*topicId=${id}$`));
  await expect(page.getByText('3 entries')).toBeVisible();
  await expect(picker(page)).toHaveValue(name);
  await page.getByLabel('Search names').fill('choice 2');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('1 entry')).toBeVisible();
  await page.reload();
  await expect(picker(page)).toHaveValue(name);
  await picker(page).fill('no such topic');
  await page.getByLabel('Search names').focus();
  await expect(picker(page)).toHaveValue(''); // what was typed picks nothing
});

test('a choice is added to the selected topic; what is missing is said at its field', async ({
  page,
  db,
  complaints,
}) => {
  const name = unique('Grows');
  const { id } = await createTopic(db, { name, choices: 2 });
  await asAdmin(page, db);
  await open(page, `/admin/choices?topicId=${id}`);
  await page.getByRole('button', { name: 'New choice' }).click();
  const dialog = page.getByRole('dialog');
  await expect(picker(page)).toHaveValue(name);
  await dialog.getByRole('button', { name: 'Create choice' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Error creating choice');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('This field is required');
  await dialog.getByLabel('Name').fill('Choice 1');
  await dialog.getByRole('button', { name: 'Create choice' }).click();
  await expect(dialog.getByText('Another choice has this name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Choice new');
  await dialog.getByLabel('Description').fill('Came later');
  await picker(page).fill('');
  await dialog.getByRole('button', { name: 'Create choice' }).click();
  await expect(picker(page)).toHaveAccessibleDescription('Choose a topic from the list.');
  await picker(page).fill(name);
  await page.getByRole('option', { name }).click();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create choice' }).click();
  await expect(toast(page, 'Choice created successfully')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Choice new' })).toContainText('Came later');
  expect(await db('voting.choices').where({ topic_id: id }).orderBy('position').pluck('name')).toEqual([
    'Choice 1',
    'Choice 2',
    'Choice new',
  ]);
  expect(complaints.splice(0).every((complaint) => complaint.includes('400'))).toBe(true);
});

test('a choice is deleted, unless its topic has ballots', async ({ page, db, complaints }) => {
  const { id, choices } = await createTopic(db, { name: unique('Shrinks'), choices: 3 });
  await asAdmin(page, db);
  await open(page, `/admin/choices?topicId=${id}`);
  await page.getByRole('button', { name: 'Delete Choice 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Choice deleted successfully')).toBeVisible();
  await expect(page.getByText('2 entries')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Choice 3' }).click();
  await addBallots(db, id, [choices.slice(0, 1)]); // meanwhile
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Error deleting choice')).toContainText('This topic has ballots');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  await page.reload();
  await expect(page.getByText('Cannot be deleted: its topic has ballots.')).toHaveCount(2);
});

test('the choices can be used by everybody at every width, in French too', async ({ page, db }) => {
  const { id } = await createTopic(db, { name: unique('Choices at a glance'), choices: 4 });
  await asAdmin(page, db);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, `/admin/choices?topicId=${id}`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  await picker(page).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await open(page, `/admin/choices?lng=fr&topicId=${id}`);
  await expect(page.getByRole('button', { name: 'Nouveau choix' })).toBeVisible();
  await noOverflow(page);
});
