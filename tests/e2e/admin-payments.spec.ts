import type { Page } from '@playwright/test';
import type { Db } from '#src/platform/db.ts';
import { closeTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { noOverflow } from './login-support.ts';
import { beginPaid, cards, expectCounted, openDialog, pay, refund, typeCard } from './payments-support.ts';
import { finalize } from './results-support.ts';
import { accessibilityFindings, expect, open, signIn, site, test } from './support.ts';

/* Payments, disputes, the ledger and the reconciliation, as an admin works with them. */

/** A Top 3 ballot that somebody has bought with a card, in the browser. */
async function buy(page: Page, db: Db) {
  const { topic, user } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await pay(page);
  await expectCounted(page, topic.id);
  const payment = await db('payments.payments').where({ topic_id: topic.id }).first();
  return { topic, user, id: payment.id as number, intent: payment.intent_id as string };
}

async function becomeAdmin(page: Page, db: Db) {
  const admin = await createUser(db, { role: 'admin' });
  await signIn(page, { email: admin.email });
  return admin;
}

const table = (page: Page, name = 'All payments') => page.getByRole('region', { name, exact: true });

test('an admin finds a payment, gives it back with a reason, and the buyer sees it in the profile', async ({
  page,
  db,
}) => {
  const { user, id, intent } = await buy(page, db);
  const admin = await becomeAdmin(page, db);
  await page.clock.install();
  await open(page, '/admin/payments');
  await page.getByLabel('Number, Stripe id, or buyer').fill(user.email);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`/admin/payments?sort=-id&q=${encodeURIComponent(user.email)}`);
  const rows = table(page).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(`${user.username}`);
  await expect(rows.last()).toContainText('$2.00');
  await expect(rows.last()).toContainText('Paid');
  await rows
    .last()
    .getByRole('link', { name: `Payment ${id}`, exact: true })
    .click();
  await expect(page).toHaveURL(`/admin/payments/${id}`);
  await expect(page.getByRole('heading', { name: `Payment ${id}` })).toBeVisible();
  await expect(page.getByText('What it ranks is its writer’s secret until voting closes.')).toBeVisible();
  await expect(page.getByText('Choice 2')).toHaveCount(0);

  // The provider's page shows every mail so far, too, each in a frame: that takes seconds, and none is looked at here.
  await page.context().route('**/api/mails', (route) => route.fulfill({ json: [] }));
  const [atStripe] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: new RegExp(`payment ${id} \\(opens in a new tab\\)`) }).click(),
  ]);
  await expect(atStripe).toHaveURL(`${site().sandbox}/?payment=${intent}`);
  await expect(atStripe.getByRole('article').filter({ hasText: intent })).toBeVisible();
  await atStripe.close();

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund payment ${id} of $2.00` });
  await dialog.getByRole('button', { name: 'Refund $2.00' }).click();
  await expect(dialog).toContainText('Give a reason.');
  await dialog.getByLabel('Reason').fill('Bought twice by mistake');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refund $2.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('It has gone back.').or(page.getByText('Its refund has been requested.'))).toBeVisible();
  // The worker makes the refund; the page follows it by itself.
  const refunded = page.getByText('Refunded', { exact: true });
  await passTime(page, 2_000, () => expect(refunded).toBeVisible({ timeout: 300 }));
  await expect(page.getByRole('region', { name: 'Entries in the ledger' }).first()).toContainText('Refund');
  await expect(page.getByText('Bought twice by mistake').first()).toBeVisible();
  await page.getByRole('link', { name: 'What admins did with it' }).click();
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    new RegExp(`${admin.username}.*Payment refunded`),
  );

  await signIn(page, { email: user.email });
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Voting History' }).click();
  await expect(page.getByText('Refunded. Podium has refunded it.')).toBeVisible();
});

test('a refund after the results were final is listed until somebody has seen to it', async ({ page, db }) => {
  const { topic, id } = await buy(page, db);
  await closeTopic(db, topic.id);
  await finalize(db, topic.id);
  await becomeAdmin(page, db);
  await page.clock.install();
  await open(page, `/admin/payments/${id}`);
  await expect(page.getByText('Choice 2')).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Agreed with the buyer');
  await dialog.getByRole('button', { name: 'Refund $2.00' }).click();
  await passTime(page, 2_000, () => expect(page.getByText('It has gone back.')).toBeVisible({ timeout: 300 }));
  await open(page, '/admin/payments?view=reconciliation');
  const found = table(page, 'What did not fit')
    .last()
    .getByRole('row')
    .filter({ hasText: `${id}` });
  await expect(found).toContainText('Money went back after the results were final: the ballot stays');
  await found.getByRole('button', { name: `Resolve what did not fit with payment ${id}` }).click();
  const resolving = page.getByRole('dialog', { name: `Resolve payment ${id}` });
  await resolving.getByLabel('What came of it').fill('The award was withheld');
  await resolving.getByRole('button', { name: 'Mark as resolved' }).click();
  await expect(resolving).toHaveCount(0);
  await expect(found).toHaveCount(0);
  await page.getByRole('link', { name: 'Resolved', exact: true }).click();
  await expect(found).toContainText('The award was withheld');
});

test('disputes are shown with the way to answer them', async ({ page, db }) => {
  const { id, intent } = await buy(page, db);
  await fetch(`${site().sandbox}/stripe/payments/${intent}/dispute`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const status = async () => (await db('payments.payments').where({ id }).first('status')).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('disputed');
  await becomeAdmin(page, db);
  await open(page, '/admin/payments');
  await page.getByRole('link', { name: 'Disputes' }).click();
  const row = table(page, 'Disputes')
    .getByRole('row')
    .filter({ hasText: `${id}` });
  await expect(row).toContainText('The bank has the money');
  expect(await accessibilityFindings(page)).toEqual([]);
  await row.getByRole('link', { name: `Payment ${id}`, exact: true }).click();
  await expect(page.getByText('The buyer’s bank has the money: answer the dispute at Stripe.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
});

test('the ledger shows balances, is narrowed, and is exported', async ({ page, db }) => {
  const { id, intent } = await buy(page, db);
  await refund(intent);
  const status = async () => (await db('payments.payments').where({ id }).first('status')).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('refunded');
  await becomeAdmin(page, db);
  await open(page, '/admin/ledger');
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('By all movements.');
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByLabel('Payment no.').fill(String(id));
  await page.getByRole('button', { name: 'Apply' }).click();
  const rows = table(page, 'Ledger').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Refund');
  await expect(rows.nth(2)).toContainText('Charge');
  await expect(page.getByRole('region', { name: 'Balances' }).getByRole('definition')).toHaveText([
    '$0.00',
    '$0.00',
    '$0.00',
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('podium-ledger.csv');
});

test('the reconciliation says which sums agree, in words', async ({ page, db }) => {
  await becomeAdmin(page, db);
  await open(page, '/admin/payments?view=reconciliation');
  const sums = table(page, 'Sums that must agree').last();
  await expect(sums.getByRole('row')).toHaveCount(9);
  await expect(sums.getByRole('row').filter({ hasText: 'The books balance' })).toContainText('Agrees');
  await db('payments.ledger').insert({
    ...{ kind: 'refund', reference: `planted ${process.pid}`, debit: 'revenue', credit: 'provider' },
    ...{ usd_cents: 700_000, currency: 'USD', amount: 700_000 },
  });
  await page.getByRole('button', { name: 'Compute again' }).click();
  await expect(sums.getByRole('row').filter({ hasText: 'Revenue' })).toContainText('Differs by $');
  expect(await accessibilityFindings(page)).toEqual([]);
  await db('payments.ledger').insert({
    ...{ kind: 'refund_returned', reference: `planted ${process.pid}`, debit: 'provider', credit: 'revenue' },
    ...{ usd_cents: 700_000, currency: 'USD', amount: 700_000 },
  });
});

test('everything fits a phone in the dark, in French too', async ({ page, db }) => {
  const { id } = await buy(page, db);
  const admin = await becomeAdmin(page, db);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 375, height: 800 });
  for (const path of [
    ...['/admin/payments', '/admin/payments?view=disputes', '/admin/payments?view=reconciliation'],
    ...[`/admin/payments/${id}`, '/admin/ledger'],
  ]) {
    await open(page, path);
    await noOverflow(page);
    expect(await accessibilityFindings(page), path).toEqual([]);
  }
  await db('accounts.users').where({ id: admin.id }).update({ preferred_language: 'fr' });
  await page.context().clearCookies({ name: 'lng' });
  await open(page, `/admin/payments/${id}?lng=fr`);
  await expect(page.getByRole('heading', { name: `Paiement ${id}` })).toBeVisible();
  await page.getByRole('button', { name: 'Rembourser', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('L’acheteur reçoit un e-mail');
  await noOverflow(page);
});

test('nobody else sees anything of it', async ({ page, db, complaints }) => {
  for (const role of ['user', 'moderator'] as const) {
    await signIn(page, { email: (await createUser(db, { role })).email });
    for (const path of ['/admin/payments', '/admin/ledger', '/admin/awards']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    }
  }
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('403');
});
