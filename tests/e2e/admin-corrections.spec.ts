import { addBallots, closeTopic, createTopic } from '../factories/topics.ts';
import { asAdmin } from './admin-topics-support.ts';
import { toast } from './login-support.ts';
import { finalize } from './results-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* What may still be corrected of a topic that people have voted on: a spelling, and beside final results a note. */

for (const [width, colorScheme] of [
  [375, 'light'],
  [1280, 'dark'],
] as const) {
  test(`a misspelt choice is corrected with a reason, at ${width} px, ${colorScheme}`, async ({ page, db }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const topic = await createTopic(db, { choices: 3 });
    await db('voting.choices').where({ id: topic.choices[0] }).update({ name: 'Timbuctu' });
    await addBallots(db, topic.id, [topic.choices]);
    await asAdmin(page, db);
    await open(page, `/admin/topics/${topic.id}`);
    await expect(page.getByLabel('Name of choice 1')).toHaveAttribute('readonly');
    await page.getByRole('button', { name: 'Correct the spelling: Timbuctu' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct the spelling of “Timbuctu”' });
    await dialog.getByLabel('Name').fill('Timbuktu');
    await dialog.getByLabel('What is wrong with it?').fill('It is written with a k.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(toast(page, 'Spelling corrected')).toBeVisible();
    await expect(page.getByLabel('Name of choice 1')).toHaveValue('Timbuktu');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  test(`a final topic stays as it is, with a note beside it, at ${width} px, ${colorScheme}`, async ({ page, db }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const topic = await createTopic(db, { choices: 3 });
    await addBallots(db, topic.id, [topic.choices]);
    await closeTopic(db, topic.id);
    await finalize(db, topic.id);
    await asAdmin(page, db);
    await open(page, `/admin/topics/${topic.id}`);
    await expect(page.getByText('everything that this topic shows stays')).toBeVisible();
    await expect(page.getByLabel('Name of choice 1')).toBeDisabled();
    await page.getByLabel('Note (EN)').fill('The second choice is in Peru.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish the note' }).click();
    await expect(toast(page, 'Note published')).toBeVisible();
    await open(page, `/results/${topic.id}`);
    await expect(page.getByRole('region', { name: 'Correction' })).toContainText('The second choice is in Peru.');
  });
}
