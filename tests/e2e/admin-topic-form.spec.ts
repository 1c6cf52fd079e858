import type { Locator, Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { addBallots, closeTopic, createTopic } from '../factories/topics.ts';
import { asAdmin, dropFile, newPage, unique } from './admin-topics-support.ts';
import { noOverflow, toast } from './login-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* The form of a topic: everything of it in one place, and nothing that was typed is ever lost. */

test.use({ timezoneId: 'America/New_York' });

const inLanguage = (page: Page, language: string) => page.getByRole('group', { name: language });
const choice = (page: Page, place: number) => page.getByLabel(`Name of choice ${place}`, { exact: true });
const starts = (page: Page) => page.getByLabel('Voting starts', { exact: true });
const ends = (page: Page) => page.getByLabel('Voting ends', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const names = async (page: Page) =>
  Promise.all((await page.getByLabel(/^Name of choice \d+$/).all()).map((input: Locator) => input.inputValue()));
const stored = (db: Db, id: number) => db('voting.choices').where({ topic_id: id }).orderBy('position').pluck('name');

test('a topic is made with three languages, times of the admin’s zone, a picture and a pasted list', async ({
  page,
  db,
}) => {
  const name = unique('Best soup');
  await asAdmin(page, db);
  await open(page, '/admin/topics/new');
  await inLanguage(page, 'English').getByLabel('Name').fill(name);
  await inLanguage(page, 'English').getByLabel('Description').fill('Hot or cold');
  await inLanguage(page, 'Español').getByLabel('Name').fill('La mejor sopa');
  await inLanguage(page, 'Français').getByLabel('Name').fill('La meilleure soupe');
  await page.getByLabel('Category', { exact: true }).selectOption('Food');
  await expect(page.getByText('Times are in your time zone: America/New_York.')).toBeVisible();
  await starts(page).fill('2031-01-10T12:30'); // winter: five hours behind UTC
  await ends(page).fill('2031-07-10T12:30'); // summer: four
  await expect(page.getByText('= Jan 10, 2031, 5:30 PM UTC')).toBeVisible();
  await expect(page.getByText('= Jul 10, 2031, 4:30 PM UTC')).toBeVisible();
  await expect(page.getByText('With these dates it is now: Upcoming')).toBeVisible();

  const picture = page.getByRole('region', { name: 'Picture' });
  await picture.locator('input[type=file]').setInputFiles('public/icons/512.png');
  await expect(page.getByLabel('Address of the picture')).toHaveValue(/^\/api\/topic-pictures\/\w+\.webp$/);
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 512);

  await page.getByRole('button', { name: 'Add a choice' }).click();
  await expect(choice(page, 1)).toBeFocused();
  await page.keyboard.type('Gazpacho');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choices').fill('Ramen | Japan\n\nGAZPACHO\nBorscht\n');
  await expect(dialog.getByRole('status')).toContainText('1 name stands there already and is left out');
  await expect(dialog.getByRole('status')).toContainText('Line 3: GAZPACHO');
  await expect(dialog.getByRole('status')).toContainText('1 line has no name');
  await dialog.getByRole('button', { name: 'Add 2 choices' }).click();
  expect(await names(page)).toEqual(['Gazpacho', 'Ramen', 'Borscht']);

  await page.getByRole('button', { name: 'Create topic' }).click();
  await expect(page).toHaveURL(/\/admin\/topics\/\d+$/);
  await expect(toast(page, 'Topic created successfully')).toBeVisible();
  await expect(page.getByText('There are unsaved changes.')).toHaveCount(0);
  const topic = await db('voting.topics').where({ name }).first();
  expect(topic).toMatchObject({ name_es: 'La mejor sopa', name_fr: 'La meilleure soupe', category: 'food' });
  expect(topic.start_date.toISOString()).toBe('2031-01-10T17:30:00.000Z');
  expect(topic.end_date.toISOString()).toBe('2031-07-10T16:30:00.000Z');
  expect(await stored(db, topic.id)).toEqual(['Gazpacho', 'Ramen', 'Borscht']);
  await expect(ends(page)).toHaveValue('2031-07-10T12:30');

  await page.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('tab', { name: 'Français' }).click();
  await expect(dialog.getByText('La meilleure soupe')).toHaveCount(2);
  await expect(dialog.getByText('Hot or cold')).toHaveCount(2); // not translated
  await expect(dialog.getByText('Bientôt', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All topics', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Topics' })).toBeVisible();
});

test('choices are moved by keyboard and mouse, removed and brought back', async ({ page, db }) => {
  const { id } = await createTopic(db, { name: unique('In order'), choices: 4 });
  await asAdmin(page, db);
  await open(page, `/admin/topics/${id}`);
  const up = page.getByRole('button', { name: 'Move Choice 3 up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Choice 3', 'Choice 1', 'Choice 2', 'Choice 4']);
  await expect(page.getByRole('status').filter({ hasText: 'Choice 3 is now on place 1' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Choice 3 down' })).toBeFocused(); // up leads nowhere now

  const grip = (place: number) => page.getByTitle('Drag to another place').nth(place - 1);
  await grip(4).dragTo(grip(2));
  expect(await names(page)).toEqual(['Choice 3', 'Choice 4', 'Choice 1', 'Choice 2']);

  await page.getByRole('button', { name: 'Remove Choice 1' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove Choice 2' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(choice(page, 3)).toBeFocused();
  expect(await names(page)).toEqual(['Choice 3', 'Choice 4', 'Choice 2']);
  await choice(page, 3).fill('Renamed');
  await save(page).click();
  await expect(toast(page, 'Topic saved successfully')).toBeVisible();
  expect(await stored(db, id)).toEqual(['Choice 3', 'Choice 4', 'Renamed']);
  await choice(page, 1).fill('Renamed once more');
  await save(page).click();
  await expect.poll(() => stored(db, id)).toEqual(['Renamed once more', 'Choice 4', 'Renamed']);
});

test('what is wrong stands at its field, wherever it has moved, and nothing is lost', async ({
  page,
  db,
  complaints,
}) => {
  await asAdmin(page, db);
  await open(page, '/admin/topics/new');
  await inLanguage(page, 'English').getByLabel('Description').fill('Typed with care');
  await starts(page).fill('2031-01-10T12:30');
  await ends(page).fill('2031-01-10T12:00');
  await page.getByLabel('Address of the picture').fill('javascript:alert(1)');
  for (const [place, name] of [
    [1, 'Same'],
    [2, 'Other'],
    [3, 'same'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a choice' }).click();
    await choice(page, place).fill(name);
  }
  await page.getByRole('button', { name: 'Create topic' }).click();
  await expect(page.getByRole('alert')).toContainText('Error creating topic');
  const name = inLanguage(page, 'English').getByLabel('Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('This field is required');
  await expect(ends(page)).toHaveAccessibleDescription(/The end must be after the start\.$/);
  await expect(page.getByLabel('Address of the picture')).toHaveAccessibleDescription(/Give an https address/);
  await expect(choice(page, 3)).toHaveAccessibleDescription('Another choice has this name.');
  await page.getByRole('button', { name: 'Move same up', exact: true }).click();
  await expect(choice(page, 2)).toHaveAccessibleDescription('Another choice has this name.');
  await expect(choice(page, 3)).toHaveAccessibleDescription('');
  await expect(inLanguage(page, 'English').getByLabel('Description')).toHaveValue('Typed with care');
  expect(await names(page)).toEqual(['Same', 'same', 'Other']);

  await dropFile(page, page.getByText('Or drop another picture here.'), 'README.md');
  await expect(page.getByText('Choose a JPEG, PNG, WebP, GIF or AVIF picture.')).toBeVisible();
  const broken = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.locator('input[type=file]').setInputFiles(broken);
  await expect(page.getByText('This file is not a picture that we can read.')).toBeVisible();
  await dropFile(page, page.getByText('Or drop another picture here.'), 'public/icons/512.png');
  await expect(page.getByLabel('Address of the picture')).toHaveValue(/^\/api\/topic-pictures\//);
  await ends(page).fill('');
  await ends(page).pressSequentially('01');
  await page.getByRole('button', { name: 'Create topic' }).click();
  await expect(ends(page)).toHaveAccessibleDescription(/Complete the date and the time/);
  await expect(ends(page)).toBeFocused();
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/400|javascript/);
});

test('two admins: the second is told what the first did, and saves on top of it', async ({
  page,
  db,
  browser,
  complaints,
}) => {
  const name = unique('Both edit');
  const { id } = await createTopic(db, { name, choices: 3 });
  const other = await newPage(browser);
  await asAdmin(page, db);
  await asAdmin(other, db);
  await open(page, `/admin/topics/${id}`);
  await open(other, `/admin/topics/${id}`);

  await inLanguage(other, 'English').getByLabel('Name').fill(`${name}, theirs`);
  await other.getByLabel('Category', { exact: true }).selectOption('Travel');
  await other.getByRole('button', { name: 'Add a choice' }).click();
  await choice(other, 4).fill('Their choice');
  await save(other).click();
  await expect(toast(other, 'Topic saved successfully')).toBeVisible();

  await inLanguage(page, 'English').getByLabel('Name').fill(`${name}, mine`);
  await inLanguage(page, 'Español').getByLabel('Name').fill('Lo mío');
  await choice(page, 1).fill('My choice');
  await save(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Somebody else has changed this topic meanwhile');
  await expect(alert).toBeFocused();
  const change = (field: string) => alert.getByRole('row').filter({ hasText: field });
  await expect(change('Name (English)')).toContainText('yours replaces it');
  await expect(change('Category')).toContainText('theirs stays');
  await expect(change('Choices')).toContainText('added: Their choice');
  await expect(change('Choices')).toContainText('edited: Choice 1 → My choice');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  expect(await accessibilityFindings(page)).toEqual([]);
  await expect(inLanguage(page, 'English').getByLabel('Name')).toHaveValue(`${name}, mine`);
  await alert.getByRole('button', { name: 'Save mine on top of it' }).click();
  await expect(toast(page, 'Topic saved successfully')).toBeVisible();
  await expect(alert).toHaveCount(0);
  const topic = await db('voting.topics').where({ id }).first();
  expect(topic).toMatchObject({ name: `${name}, mine`, name_es: 'Lo mío', category: 'travel' });
  expect(await stored(db, id)).toEqual(['My choice', 'Choice 2', 'Choice 3', 'Their choice']);

  // The first one is told in turn, and gives way.
  await inLanguage(other, 'English').getByLabel('Name').fill('Too late');
  await save(other).click();
  await other.getByRole('button', { name: 'Take theirs' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Drop mine, take theirs' }).click();
  await expect(inLanguage(other, 'English').getByLabel('Name')).toHaveValue(`${name}, mine`);
  await expect(inLanguage(other, 'Español').getByLabel('Name')).toHaveValue('Lo mío');
  await expect(other.getByText('There are unsaved changes.')).toHaveCount(0);
  await other.context().close();
});

test('of a topic with ballots what is fixed says why; the end moves later, choices come in', async ({
  page,
  db,
  complaints,
}) => {
  const topic = await createTopic(db, { name: unique('Voted on'), choices: 3 });
  await asAdmin(page, db);
  await open(page, `/admin/topics/${topic.id}`);
  await page.getByRole('button', { name: 'Remove Choice 3' }).click();
  await addBallots(db, topic.id, [topic.choices]); // while the form is open
  await save(page).click();
  await expect(page.getByText('This topic has ballots, so no choice can be removed')).toBeFocused();
  await expect(page.getByText('its choices can be reordered and added to')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Remove Choice 3' })).toBeDisabled();
  await expect(starts(page)).toHaveAttribute('readonly');
  await expect(starts(page)).toHaveAccessibleDescription(/this topic has ballots, so its start stays/);
  await page.getByRole('button', { name: 'Add a choice' }).click();
  await choice(page, 4).fill('Late comer');
  await ends(page).fill('2020-01-01T00:00');
  await save(page).click();
  await expect(ends(page)).toBeFocused();
  await ends(page).fill('2040-01-01T00:00');
  await save(page).click();
  await expect(toast(page, 'Topic saved successfully')).toBeVisible();
  expect(await stored(db, topic.id)).toEqual(['Choice 1', 'Choice 2', 'Choice 3', 'Late comer']);
  expect(complaints.splice(0).every((complaint) => complaint.includes('400'))).toBe(true);

  await closeTopic(db, topic.id);
  await open(page, `/admin/topics/${topic.id}`);
  await expect(page.getByText('Fixed: voting is over')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Add a choice' })).toHaveCount(0);
  const always = await createTopic(db, { opensIn: null, closesIn: null });
  await addBallots(db, always.id, [always.choices.slice(0, 10)]);
  await open(page, `/admin/topics/${always.id}`);
  await expect(page.getByText('is always open and has ballots')).toHaveCount(2);
});

test('nobody leaves unsaved changes without being asked: by a link, by Back, by closing', async ({ page, db }) => {
  const { id } = await createTopic(db, { name: unique('Half done') });
  await asAdmin(page, db);
  await open(page, '/admin/choices');
  await page.getByRole('link', { name: 'Topics', exact: true }).click();
  await expect(page).toHaveURL('/admin/topics');
  await open(page, '/admin/topics');
  await page.getByRole('link', { name: 'New topic' }).click();
  await inLanguage(page, 'English').getByLabel('Name').fill('Half done');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Choices', exact: true }).click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect(page).toHaveURL('/admin/topics/new');
  await page.evaluate(() => history.back());
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/admin/topics/new');
  await page.keyboard.press('Escape');
  await expect(inLanguage(page, 'English').getByLabel('Name')).toHaveValue('Half done');
  await page.getByRole('link', { name: 'Choices', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/admin/choices');
  await page.goBack();
  await expect(page).toHaveURL('/admin/topics/new');

  await open(page, `/admin/topics/${id}`);
  await inLanguage(page, 'English').getByLabel('Name').fill('Half done');
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await closing;
});

test('the form can be used by everybody at every width, in Spanish too', async ({ page, db }) => {
  const { id } = await createTopic(db, { name: unique('Wide and narrow'), choices: 3 });
  await asAdmin(page, db);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, `/admin/topics/${id}`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'English' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.keyboard.press('Escape');
  await open(page, '/admin/topics/new?lng=es');
  await noOverflow(page);
  await expect(page.getByText('Las horas están en tu zona horaria: America/New_York.')).toBeVisible();
  await page.getByRole('button', { name: 'Pegar una lista' }).click();
  await noOverflow(page);
});
