import type { Page } from '@playwright/test';
import { sendChunk } from '#modules/broadcasts/jobs.ts';
import type { ReceivedMail } from '#sandbox/mailbox.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import { newAddress, subscribe } from '../factories/subscribers.ts';
import { createUser } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { accessibilityFindings, expect, mailTo, open, signIn, site, test } from './support.ts';

/* Broadcasts from the desk of an admin to the mailboxes, and the ways out of them. */

const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notification' }).getByRole('listitem').filter({ hasText: title });
const noOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

/** The mail in the preview can be looked into by the checker of accessibility only where its frame runs scripts. */
const openFrame = (page: Page) =>
  page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.srcdoc = `${frame.srcdoc} `;
  });
/** Looking into a frame that runs no scripts is what the browser complains about, not the page. */
const withoutFrame = (complaints: string[]) => {
  const others = complaints
    .splice(0)
    .filter((complaint) => !complaint.startsWith("Blocked script execution in 'about:srcdoc'"));
  complaints.push(...others);
};
/** An admin at /admin/emails; nobody has agreed to marketing but those whom a test adds. */
async function atTheDesk(page: Page, db: Db, address = '/admin/emails') {
  await db('notifications.subscriptions').delete();
  const admin = await createUser(db, { role: 'admin' });
  await signIn(page, { email: admin.email });
  await page.clock.install();
  await open(page, address);
  return admin;
}
const write = async (page: Page, subject: string, message: string) => {
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(message);
};
const mailsTo = async (address: string): Promise<ReceivedMail[]> =>
  (await fetch(`${site().sandbox}/api/mails?to=${encodeURIComponent(address)}`)).json();
const row = (page: Page, subject: string) => page.getByRole('row').filter({ hasText: subject });

test('write, look at it, try it out, send it to those who agreed, see it arrive, and unsubscribe by one click', async ({
  page,
  db,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const admin = await atTheDesk(page, db);
  const [english, french, silent] = [
    await subscribe(db),
    await subscribe(db, { language: 'fr' }),
    await subscribe(db, { marketing: false }),
  ];
  await open(page, '/admin/emails');
  await expect(page.getByText('people would get it now')).toHaveText('2people would get it now');

  const subject = `A new season ${admin.id}`;
  await write(page, subject, 'Dear <b>fans</b>,\nsee https://podium.test/season.');
  await expect(page.getByText('49 of 1,000 characters')).toBeVisible();
  await page.getByRole('tab', { name: 'Français' }).click();
  await write(page, `Une saison ${admin.id}`, 'Elle commence.');
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  const frame = preview.frameLocator('iframe');
  await expect(frame.getByText('Dear <b>fans</b>,')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'https://podium.test/season' })).toBeVisible();
  await preview.getByRole('tab', { name: 'Français' }).click();
  await expect(frame.getByText('Elle commence.')).toBeVisible();
  await preview.getByRole('tab', { name: 'Español' }).click();
  await expect(preview.getByText('Nothing is written in this language')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Cancelar la suscripción' })).toBeVisible();
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  await openFrame(page);
  await expect(frame.getByRole('link', { name: 'Cancelar la suscripción' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(toast(page, 'Test sent')).toContainText(admin.email);
  expect((await mailTo(admin.email)).subject).toBe(`[Test] Une saison ${admin.id}`); // the language that is open

  await page.getByRole('button', { name: 'Send …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this e-mail?' });
  await expect(dialog).toContainText('It goes to 2 people who agreed to marketing e-mails.');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send now' }).dblclick();
  await expect(toast(page, 'Email sent successfully')).toContainText('It is on its way to 2 people.');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');

  // It moves by itself, above and in the table.
  const progress = page.getByRole('region', { name: 'Just sent' });
  const decided = progress.getByText('2 of 2 recipients decided');
  await passTime(page, 2_000, () => expect(decided).toBeVisible({ timeout: 300 }));
  await expect(progress.getByText('Done')).toBeVisible();
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(row(page, subject)).toContainText(/Done22000$/);
  await expect(row(page, subject).getByRole('button')).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);

  expect((await mailTo(french)).subject).toBe(`Une saison ${admin.id}`);
  const mail = await mailTo(english);
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain('Dear &lt;b&gt;fans&lt;/b&gt;,<br>see');
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const header = /^<(https?:[^>]+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(header).toMatch(new RegExp(`^${site().web}/api/unsubscribe/[\\w-]+$`));
  for (const address of [english, french]) expect(await mailsTo(address)).toHaveLength(1);
  expect(await mailsTo(silent)).toEqual([]);

  // As the mail program's own button does it.
  const pressed = await fetch(header, {
    method: 'POST',
    headers: { Origin: 'https://mail.example.com' },
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(pressed.status).toBe(200);
  const marketing = () => db('notifications.subscriptions').where({ address: english }).pluck('marketing');
  expect(await marketing()).toEqual([false]);

  await row(page, subject).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Français' })).toBeVisible();
  await expect(page.getByText('Dear <b>fans</b>, see https://podium.test/season.')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'All broadcasts' }).click();
  await expect(row(page, subject)).toBeVisible();
  withoutFrame(complaints);
});

test('the link at the foot of a mail asks before it unsubscribes, because scanners follow links', async ({
  page,
  db,
}) => {
  const admin = await atTheDesk(page, db);
  const address = await subscribe(db, { language: 'es' });
  await write(page, `Linked ${admin.id}`, 'Hello.');
  await page.getByRole('button', { name: 'Send …' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  const link = /https?:\/\/\S+\/unsubscribe\?token=[\w-]+/.exec((await mailTo(address)).text)?.[0] ?? '';
  await page.goto('about:blank'); // the desk asks again and again how far it is
  await page.context().clearCookies(); // the mailbox of somebody who is not signed in
  const marketing = async () =>
    (await db('notifications.subscriptions').where({ address }).first('marketing')).marketing as boolean;

  await page.setViewportSize({ width: 375, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const { pathname, search } = new URL(link);
  await open(page, `${pathname}${search}&lng=es`);
  expect(await marketing()).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.getByRole('button', { name: 'Cancelar la suscripción' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Has cancelado la suscripción' })).toBeFocused();
  expect(await marketing()).toBe(false);
  expect(await accessibilityFindings(page)).toEqual([]);

  await open(page, '/unsubscribe?lng=en');
  await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible();
});

test('what is wrong stands beside its field, and nothing that was typed is lost, whatever fails', async ({
  page,
  db,
  complaints,
}) => {
  const admin = await atTheDesk(page, db);
  const missing = 'Please provide both subject and message';
  await page.getByRole('button', { name: 'Send …' }).click();
  await expect(toast(page, 'Error sending email')).toContainText(missing);
  await expect(page.getByLabel('Subject')).toBeFocused();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(new RegExp(missing));

  // More than fits is kept and told; a translation is whole or not there, and its tab is opened.
  await write(page, 'x'.repeat(101), 'Hello.');
  await expect(page.getByText('101 of 100 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(toast(page, 'Error making the preview')).toContainText('This is too long');
  await write(page, `Kept ${admin.id}`, 'Hello.');
  await page.getByRole('tab', { name: 'Español' }).click();
  await page.getByLabel('Subject').fill('Hola');
  await page.getByRole('tab', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Send …' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveAccessibleDescription(new RegExp(missing));
  await expect(page.getByLabel('Subject')).toHaveValue('Hola');
  await page.getByLabel('Subject').fill('');

  const [agreed, silent] = [await subscribe(db), newAddress()];
  await page.getByRole('radio', { name: 'Those on a list who agreed' }).check();
  const list = page.getByLabel('Addresses');
  await list.fill(`${agreed}\n nobody@, ${silent}`);
  await expect(page.getByText('3 addresses so far.')).toBeVisible();
  await page.getByRole('button', { name: 'Send …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this e-mail?' });
  await expect(dialog).toContainText('3 addresses stand on the list.');
  await dialog.getByRole('button', { name: 'Send now' }).click();
  await expect(list).toBeFocused();
  await expect(list).toHaveAccessibleDescription(/“nobody@”: Invalid email address/);
  await list.fill(`${agreed}\n${silent}`);

  // The answer gets lost: pressed again, the same broadcast is meant, and goes out once.
  await page.route(
    '**/api/admin/broadcast-email',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  for (const attempt of [1, 2]) {
    await page.getByRole('button', { name: 'Send …' }).click();
    await dialog.getByRole('button', { name: 'Send now' }).click();
    if (attempt === 2) break;
    await expect(toast(page, 'Error sending email')).toContainText('Something went wrong. Please try again.');
    await expect(list).toHaveValue(`${agreed}\n${silent}`);
  }
  await expect(toast(page, 'Email sent successfully')).toBeVisible();
  const sent = row(page, `Kept ${admin.id}`);
  await passTime(page, 2_000, () => expect(sent).toContainText(/to: List.*Done21010$/, { timeout: 300 }));
  expect(await mailsTo(agreed)).toHaveLength(1);
  expect(await mailsTo(silent)).toEqual([]);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/400|ERR_FAILED/);
});

test('switched off, it waits and says so; stopped, nobody gets it', async ({ page, db }) => {
  const address = await subscribe(db);
  await db('platform.settings').insert({ key: 'email_notifications', value: 'false' }).onConflict('key').merge();
  const switchedOffAt = performance.now();
  try {
    const admin = await atTheDesk(page, db, '/admin/settings');
    await subscribe(db, { address });
    // Until then the site and the worker may know the old setting: each keeps it for 2 seconds.
    await expect.poll(() => performance.now() - switchedOffAt, { intervals: [50] }).toBeGreaterThan(2_000);
    await open(page, '/admin/emails');
    await expect(page.getByText('E-mail notifications are switched off')).toBeVisible();
    await write(page, `Stopped ${admin.id}`, 'Hello.');
    await page.getByRole('button', { name: 'Send …' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    const progress = page.getByRole('region', { name: 'Just sent' });
    await passTime(page, 2_000, () => expect(progress.getByText('Held back')).toBeVisible({ timeout: 300 }));
    await progress.getByRole('button', { name: `Stop “Stopped ${admin.id}”` }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop this broadcast?' });
    await expect(dialog).toContainText('Nobody else will get it.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop it' }).click();
    await expect(toast(page, 'The broadcast was stopped.')).toBeVisible();
    await expect(progress.getByText('Stopped', { exact: true })).toBeVisible();
    await expect(row(page, `Stopped ${admin.id}`)).toContainText('Stopped');
  } finally {
    await db('platform.settings').where({ key: 'email_notifications' }).delete();
  }
  // Even a job that was on its way already finds nobody to send it to.
  const { id } = await db('broadcasts.broadcasts').orderBy('id', 'desc').first('id');
  await enqueue(db, sendChunk, { broadcastId: id, chunk: 0 });
  const undone = async () => db('platform.outbox').where({ job: sendChunk.name }).whereNull('done_at');
  await expect.poll(undone, { intervals: [100] }).toEqual([]);
  expect(await db('broadcasts.recipients').where({ broadcast_id: id }).pluck('state')).toEqual(['stopped']);
  expect(await mailsTo(address)).toEqual([]);
});

test('on a phone, in the dark and in French it is as readable, and a draft survives a look elsewhere', async ({
  page,
  db,
  complaints,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await atTheDesk(page, db, '/admin/emails?lng=fr');
  await subscribe(db);
  await page.getByLabel('Objet').fill('Une nouvelle saison');
  await page.getByLabel('Message', { exact: true }).fill('Elle commence.');
  await page.getByRole('button', { name: 'Aperçu' }).click();
  await expect(
    page.getByRole('region', { name: 'Aperçu' }).frameLocator('iframe').getByText('Elle commence.'),
  ).toBeVisible();
  await openFrame(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  await noOverflow(page);
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Activité' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activité' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'E-mails' }).click();
  await expect(page.getByLabel('Objet')).toHaveValue('Une nouvelle saison');
  withoutFrame(complaints);
});

test('nobody else gets in', async ({ page, db, complaints }) => {
  for (const role of ['user', 'moderator'] as const) {
    const { email } = await createUser(db, { role });
    await signIn(page, { email });
    expect((await page.goto('/admin/emails'))?.status()).toBe(403);
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  }
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('403');
});
