import type { Page } from '@playwright/test';
import { createUser } from '../factories/users.ts';
import { accessibilityFindings, expect, hydrated, mailTo, open, signIn, smsTo, test } from './support.ts';

/* The subscription center and its confirmation links, by keyboard and by mouse, on a phone and on a desk. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Subscription center' });
const opener = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Subscription center' });
const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Notification' }).getByRole('listitem').filter({ hasText: title });
const linkIn = (text: string) => new URL(/https?:\/\/\S*token=[\w-]+/.exec(text)?.[0] ?? '');
/** Presses Tab until something has the focus. */
const tabTo = async (page: Page, name: string) => {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = await focused.evaluate((element) =>
      element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : (element.textContent ?? ''),
    );
    if (label.startsWith(name)) return focused;
  }
  throw new Error(`the focus never came to ${name}`);
};
const openDialog = async (page: Page) => {
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
};

for (const [device, viewport, phoneNumber] of [
  ['phone', { width: 375, height: 740 }, '+34600111001'],
  ['desk', { width: 1280, height: 800 }, '+34600111002'],
] as const) {
  test(`by keyboard on a ${device}: ask, read the mail and the SMS, confirm both`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await open(page, '/');
    const email = `keyboard-${device}@example.org`;
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);

    await tabTo(page, 'E-mail address');
    await page.keyboard.type(email);
    await tabTo(page, 'Marketing e-mails');
    await page.keyboard.press('Space');
    await tabTo(page, 'Phone number');
    await page.keyboard.type(`${phoneNumber.slice(0, 3)} ${phoneNumber.slice(3)}`);
    await tabTo(page, 'SMS notifications');
    await page.keyboard.press('Space');
    await tabTo(page, 'Save preferences');
    await page.keyboard.press('Enter');

    // Each consent is asked for with a toast, marked, and has the focus.
    const gdpr = dialog(page).getByRole('checkbox', { name: /privacy policy/ });
    await expect(toast(page, 'GDPR Consent Required')).toContainText('Please accept our privacy policy to continue.');
    await expect(gdpr).toBeFocused();
    await expect(gdpr).toHaveAttribute('aria-invalid', 'true');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Space');
    await tabTo(page, 'Save preferences');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Terms Acceptance Required')).toBeVisible();
    const terms = dialog(page).getByRole('checkbox', { name: /terms and conditions/ });
    await expect(terms).toBeFocused();
    await page.keyboard.press('Space');
    await tabTo(page, 'Save preferences');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Preferences Updated')).toContainText('we have sent a link to it');

    // Escape takes away what lies on top: the toast, then the dialog.
    await page.keyboard.press('Escape');
    await expect(toast(page, 'Preferences Updated')).toBeHidden();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();

    for (const [message, expected] of [
      [await mailTo(email), ['E-mail notifications', 'Off', 'Marketing e-mails', 'On']],
      [await smsTo(phoneNumber), ['SMS notifications', 'On', 'Marketing SMS', 'Off']],
    ] as const) {
      const link = linkIn(message.text);
      for (let scans = 0; scans < 2; scans++) await page.request.get(link.href); // a mail scanner follows links
      const response = await page.goto(link.href);
      expect(response?.headers()['referrer-policy']).toBe('no-referrer');
      expect(response?.headers()['cache-control']).toContain('no-store');
      await hydrated(page);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('main').locator('dt, dd')).toHaveText(expected as unknown as string[]);
      expect(await accessibilityFindings(page)).toEqual([]);
      const confirm = page.getByRole('button', { name: 'Confirm the preferences' });
      await confirm.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Preferences confirmed' })).toBeFocused();
      expect(await accessibilityFindings(page)).toEqual([]);
      await open(page, `${link.pathname}${link.search}`);
      await expect(page.getByRole('heading', { level: 1, name: 'This link has been used' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Go to the home page' })).toBeVisible();
    }
  });
}

test('the terms are a second view: Escape and Back return to the form, the focus and what was typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, '/');
  await openDialog(page);
  await dialog(page).getByLabel('E-mail address').fill('terms@example.org');
  for (const back of ['Escape', 'Back'] as const) {
    const link = dialog(page).getByRole('button', { name: 'Read the terms' });
    await link.click();
    const summary = page.getByRole('dialog', { name: 'Terms and conditions' });
    const backButton = summary.getByRole('button', { name: 'Back to the preferences' });
    await expect(backButton).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(summary.getByRole('link', { name: /full terms of service/ })).toHaveAttribute(
      'href',
      '/terms-of-service',
    );
    expect(await accessibilityFindings(page)).toEqual([]);
    if (back === 'Back') await backButton.click();
    else await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    await expect(dialog(page).getByLabel('E-mail address')).toHaveValue('terms@example.org');
  }
  // Nothing runs out at the side, and everything that is pressed is large enough for a finger.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const small = await dialog(page).evaluate((element) =>
    [...element.querySelectorAll('button, a, label:has([type=checkbox])')]
      .filter((target) => target.getClientRects().length > 0 && target.getBoundingClientRect().height < 44)
      .map((target) => target.textContent),
  );
  expect(small).toEqual([]);
  expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a toast lies above the dialog: it can be read by everybody, pressed, and leaves the dialog open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open(page, '/');
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Save preferences' }).click();
  const shown = toast(page, 'GDPR Consent Required'); // by role: it is in the accessibility tree
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((element) => element.closest('[aria-hidden=true], [inert]'))).toBeNull();
  await shown.getByRole('button', { name: 'Dismiss' }).click();
  await expect(shown).toBeHidden();
  await expect(dialog(page)).toBeVisible();
});

test('a double click sends once; a failure is told, loses nothing, and the next try succeeds', async ({
  page,
  complaints,
}) => {
  await open(page, '/');
  await openDialog(page);
  const form = dialog(page);
  await form.getByLabel('E-mail address').fill('failing@example.org');
  await form.getByLabel('Marketing e-mails').check();
  await form.getByRole('checkbox', { name: /privacy policy/ }).check();
  await form.getByRole('checkbox', { name: /terms and conditions/ }).check();
  let sent = 0;
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/subscription-preferences', async (route) => {
    sent += 1;
    await pressed;
    await (sent === 1 ? route.abort() : route.continue());
  });
  const saveButton = form.getByRole('button', { name: 'Save preferences' });
  await saveButton.dblclick();
  answer();
  await expect(toast(page, 'Error')).toContainText('Failed to update subscription preferences. Please try again.');
  expect(sent).toBe(1);
  await expect(form.getByLabel('E-mail address')).toHaveValue('failing@example.org');
  await expect(form.getByLabel('Marketing e-mails')).toBeChecked();
  await saveButton.click();
  await expect(toast(page, 'Preferences Updated')).toBeVisible();

  await page.route('**/opt-out', (route) => route.abort(), { times: 1 });
  await form.getByRole('button', { name: 'Opt out of e-mail' }).click();
  await expect(toast(page, 'Error')).toContainText('Failed to opt out of email notifications. Please try again.');
  await form.getByRole('button', { name: 'Opt out of e-mail' }).click();
  await expect(toast(page, 'Opt-out Successful')).toContainText('You have been unsubscribed from email notifications.');
  await expect(form.getByLabel('Marketing e-mails')).not.toBeChecked();

  // What waited for its confirmation is withdrawn by the opt-out.
  await page.goto(linkIn((await mailTo('failing@example.org')).text).href);
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});

test('what the server finds wrong stands next to its field, which has the focus', async ({ page, complaints }) => {
  await open(page, '/?lng=fr');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Centre d’abonnement' }).click();
  const form = page.getByRole('dialog', { name: 'Centre d’abonnement' });
  const phone = form.getByLabel('Numéro de téléphone');
  await form.getByLabel('Adresse e-mail').fill('champs@example.org');
  await phone.fill('0600000000');
  await form.getByRole('checkbox', { name: /politique de confidentialité/ }).check();
  await form.getByRole('checkbox', { name: /conditions générales/ }).check();
  await form.getByRole('button', { name: 'Enregistrer les préférences' }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Écrivez le numéro avec son indicatif/);
  await phone.fill('');
  await form.getByRole('button', { name: 'Ne plus recevoir de SMS' }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Ce champ est obligatoire/);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('400'); // the browser logs the status
});

test('for a signed-in person it is filled in, applies at once, and is empty for whoever comes next', async ({
  page,
  db,
}) => {
  const user = await createUser(db);
  await open(page, '/');
  await openDialog(page);
  await dialog(page).getByLabel('E-mail address').fill('visitor@example.org');
  await signIn(page, { email: user.email });
  await open(page, '/');
  await openDialog(page);
  const form = dialog(page);
  await expect(form.getByLabel('E-mail address')).toHaveValue(user.email);
  await form.getByLabel('Marketing e-mails').check();
  await form.getByRole('checkbox', { name: /privacy policy/ }).check();
  await form.getByRole('checkbox', { name: /terms and conditions/ }).check();
  await form.getByRole('button', { name: 'Save preferences' }).click();
  await expect(toast(page, 'Preferences Updated')).toBeVisible();
  await open(page, '/');
  await openDialog(page);
  await expect(form.getByLabel('Marketing e-mails')).toBeChecked();
  await expect(form.getByRole('checkbox', { name: /privacy policy/ })).toBeChecked();
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await openDialog(page);
  await expect(form.getByLabel('E-mail address')).toHaveValue('');
  await expect(form.getByLabel('Marketing e-mails')).not.toBeChecked();
});

test('in the dark it is as readable', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/');
  await openDialog(page);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goto('/subscriptions/confirm?token=nothing');
  await expect(page.getByRole('heading', { level: 1, name: 'This link is not valid' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
});
