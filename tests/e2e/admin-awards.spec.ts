import type { Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { createUser } from '../factories/users.ts';
import { noOverflow } from './login-support.ts';
import { createContest, finalize } from './results-support.ts';
import { accessibilityFindings, expect, open, signIn, test } from './support.ts';

/* Awards, as an admin pays them out or keeps them back. */

/** A final topic of its own with awards, one of which is payable, and the admin's table of them. */
async function won(page: Page, db: Db) {
  const { topic, me } = await createContest(db);
  await finalize(db, topic.id);
  const awards = await db('prizes.awards').where({ topic_id: topic.id }).orderBy('id', 'desc');
  const [payable, other] = awards;
  await db('prizes.awards')
    .where({ id: payable.id })
    .update({ payable_at: db.raw("now() - interval '1 minute'") });
  const admin = await createUser(db, { role: 'admin' });
  await signIn(page, { email: admin.email });
  return {
    topic,
    me,
    admin,
    payable: payable.id as number,
    other: other.id as number,
    userId: other.user_id as number,
  };
}

const row = (page: Page, id: number) =>
  page
    .getByRole('region', { name: 'Awards' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(id), exact: true }) });

test('an award is marked as paid once it is payable, and stays so', async ({ page, db }) => {
  const { topic, payable, other } = await won(page, db);
  await open(page, `/admin/awards?topicId=${topic.id}`);
  await expect(row(page, other)).toContainText('In the dispute window');
  await expect(row(page, other).getByRole('button', { name: /as paid/ })).toHaveCount(0);
  await expect(row(page, payable)).toContainText('Payable');
  expect(await accessibilityFindings(page)).toEqual([]);
  await row(page, payable)
    .getByRole('button', { name: new RegExp(`^Mark as paid: award ${payable} of`) })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Podium sends no money.');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have paid it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, payable)).toContainText(/Paid/);
  await expect(row(page, payable).getByRole('button')).toHaveCount(0);
  await page.getByLabel('State').selectOption('Paid');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/state=paid/);
  await expect(row(page, payable)).toHaveCount(1);
  await expect(row(page, other)).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export payout list as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('podium-awards.csv');
});

test('an award is withheld with a reason that its winner reads', async ({ page, db }) => {
  const { topic, other, userId } = await won(page, db);
  await open(page, `/admin/awards?topicId=${topic.id}`);
  await row(page, other)
    .getByRole('button', { name: new RegExp(`^Withhold award ${other} of`) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Withhold', exact: true }).click();
  await expect(dialog).toContainText('Give a reason.');
  await dialog.getByLabel('Reason, for the winner to read').fill('A second account of one person');
  await dialog.getByRole('button', { name: 'Withhold', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, other)).toContainText('Withheld');
  await expect(row(page, other)).toContainText('A second account of one person');

  const { email } = await db('accounts.users').where({ id: userId }).first('email');
  await signIn(page, { email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Record and prizes' }).click();
  await expect(page.getByText('Withheld: A second account of one person')).toBeVisible();
});

test('what keeps a large award back stands beside it, and two admins do not pay twice', async ({
  page,
  db,
  complaints,
}) => {
  const { topic, payable } = await won(page, db);
  const { user_id } = await db('prizes.awards').where({ id: payable }).first('user_id');
  await db.transaction(async (trx) => {
    await trx.raw('alter table prizes.awards disable trigger user');
    await trx('prizes.awards').where({ id: payable }).update({ cents: 60_000 });
    await trx.raw('alter table prizes.awards enable trigger user');
  });
  await open(page, `/admin/awards?topicId=${topic.id}&state=kyc`);
  await expect(row(page, payable)).toContainText('Waits for identity');
  await expect(row(page, payable)).toContainText('From $600.00 on, once the identity is verified');
  await db('accounts.users').where({ id: user_id }).update({ kyc_status: 'verified' });
  await open(page, `/admin/awards?topicId=${topic.id}&state=payable`);
  await row(page, payable)
    .getByRole('button', { name: new RegExp(`^Mark as paid: award ${payable}`) })
    .click();
  await page.request.post(`/api/admin/awards/${payable}/withhold`, { data: { reason: 'Somebody else was faster' } });
  await page.getByRole('button', { name: 'I have paid it' }).click();
  await expect(page.getByText('This award cannot be paid yet.').first()).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('409');
});

test('the table fits a phone in the dark, in Spanish too', async ({ page, db }) => {
  const { topic, admin } = await won(page, db);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, `/admin/awards?topicId=${topic.id}`);
  await noOverflow(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  await db('accounts.users').where({ id: admin.id }).update({ preferred_language: 'es' });
  await open(page, `/admin/awards?topicId=${topic.id}&lng=es`);
  await expect(page.getByText('Podium no envía dinero.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Marcar como pagado el premio/ })).toBeVisible();
  await noOverflow(page);
});
