import type { Response } from '@playwright/test';
import { createUser, password } from '../factories/users.ts';
import {
  answer,
  done,
  fillRegistration,
  noOverflow,
  openWith,
  refusal,
  refused,
  toast,
  widths,
} from './login-support.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/*
 * Login, registration with a phone, the forgotten password and the verify page, on a phone and on a desk. The answers are
 * given by the tests themselves: what the server does with each request is tested beside its routes.
 */

for (const [device, viewport] of widths) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport, locale: 'en-GB' });

    test('a registration sends the phone as E.164 and leads to both codes', async ({ page }) => {
      const sent = await answer(page, 'register', {
        ...done,
        requiresVerification: true,
        phoneVerificationRequired: true,
      });
      const email = `phone-${device}@example.org`;
      await answer(page, 'verification', { email, emailVerified: false, phoneRequired: true, phoneVerified: false });
      const codes = await answer(page, 'verify-email', { ...done, signedIn: false });
      await answer(page, 'verify-phone', { ...done, signedIn: true });
      await page.clock.install();
      await open(page, '/register?returnTo=/topics');
      const country = page.getByLabel('Country code');
      await expect(country).toHaveValue('GB'); // of the browser's language
      await country.selectOption('Spain (+34)');
      await page.getByLabel('Phone').fill('600 111 222');
      await expect(page.locator('input[name="phoneNumber"]')).toHaveValue('+34600111222');
      await fillRegistration(page, email);
      expect(await accessibilityFindings(page)).toEqual([]);
      await noOverflow(page);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL(/\/verify\?email=.*phoneRequired=true&returnTo=%2Ftopics$/);
      expect(sent).toEqual([{ username: 'Ana', email, phoneNumber: '+34600111222', password: 'a fine password' }]);
      await expect(toast(page, 'Registration Successful')).toContainText('your e-mail and your phone');

      const byMail = page.getByRole('region', { name: 'E-mail' });
      const bySms = page.getByRole('region', { name: 'Text message (SMS)' });
      for (const section of [byMail, bySms]) {
        await expect(section.getByText('Pending', { exact: true })).toBeVisible();
        await expect(section.getByRole('button', { name: /^Resend in \d+s$/ })).toBeDisabled();
        await expect(section.getByRole('button', { name: /^Verify/ })).toBeDisabled();
      }
      expect(await accessibilityFindings(page)).toEqual([]);
      await noOverflow(page);

      // By keyboard: five digits are too few, the sixth enables, and the focus goes on to the next code.
      const code = page.getByLabel('Six-digit code');
      await code.focus();
      await page.keyboard.insertText(' 123 45');
      await expect(byMail.getByRole('button', { name: 'Verify e-mail' })).toBeDisabled();
      await page.keyboard.press('Enter');
      expect(codes).toEqual([]);
      await code.fill('');
      await page.keyboard.insertText(' 123 456 ');
      await expect(code).toHaveValue('123456');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Email Verified')).toContainText('Your email has been successfully verified.');
      expect(codes).toEqual([{ email, code: '123456' }]);
      await expect(byMail.getByText('Verified', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continue to Profile Setup' })).toHaveCount(0);
      await expect(page.getByLabel('Code from the text message')).toBeFocused();
      await page.keyboard.insertText('654321');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Phone Verified')).toContainText('Your phone number has been successfully verified.');
      await expect(page.getByRole('button', { name: 'Continue to Profile Setup' })).toBeFocused();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.clock.fastForward(1_500);
      await expect(page).toHaveURL('/topics', { timeout: 3_000 }); // by itself
    });

    test('a wrong number is told next to the field, and a typed calling code chooses the country', async ({ page }) => {
      const sent = await answer(page, 'register', { ...done, requiresVerification: true });
      await open(page, '/register');
      await fillRegistration(page, 'wrong@example.org');
      const number = page.getByLabel('Phone');
      // The rules of all countries come when the field is used, and until then the server alone says what is wrong: they are
      // there once a calling code has chosen its country.
      await number.fill('+33 612345678');
      await expect(async () => {
        await number.focus();
        await number.blur();
        await expect(page.getByLabel('Country code')).toHaveValue('FR', { timeout: 500 });
      }).toPass();
      await number.fill('12');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('This is no phone number of the chosen country')).toBeVisible();
      await expect(number).toBeFocused();
      await expect(number).toHaveAttribute('aria-invalid', 'true');
      expect(sent).toEqual([]);
      expect(await accessibilityFindings(page)).toEqual([]);
      await number.fill('+33 612345678');
      await number.blur();
      await expect(page.getByLabel('Country code')).toHaveValue('FR');
      await expect(number).toHaveValue('06 12 34 56 78');
      await expect(page.locator('input[name="phoneNumber"]')).toHaveValue('+33612345678');
      // Nothing of all that is lost by a look at the other tab.
      await page.getByRole('tab', { name: 'Login' }).click();
      await expect(page.getByLabel('E-mail')).toHaveValue('wrong@example.org');
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page.getByLabel('Country code')).toHaveValue('FR');
      await expect(number).toHaveValue('06 12 34 56 78');
      await expect(page.locator('input[name="phoneNumber"]')).toHaveValue('+33612345678');
      for (const [label, value] of [
        ['Username', 'Ana'],
        ['Password', 'a fine password'],
        ['Repeat the password', 'a fine password'],
      ] as const) {
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
      }
    });

    test('a forgotten password, by keyboard: the address comes along, the answer tells nothing', async ({ page }) => {
      const sent = await answer(page, 'forgot-password', done);
      await open(page, '/login');
      await page.getByLabel('E-mail').fill('me@example.org');
      const opener = page.getByRole('button', { name: 'Forgot your password?' });
      await opener.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Forgot your password?' });
      await expect(dialog.getByLabel('E-mail')).toBeFocused();
      await expect(dialog.getByLabel('E-mail')).toHaveValue('me@example.org');
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('E-mail')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Reset Email Sent')).toContainText('If there is an account with this address');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      expect(sent).toEqual([{ email: 'me@example.org' }]);
      await expect(page).toHaveURL('/login');
    });

    test('a link from the mail sets a new password and leaves no trace', async ({ page }) => {
      const sent = await answer(page, 'reset-password', done);
      const answered: Response[] = [];
      page.on('response', (response) => answered.push(response));
      await open(page, '/login?token=s3cret-token&returnTo=/topics');
      const dialog = page.getByRole('dialog', { name: 'Set New Password' });
      const first = dialog.getByLabel('New password', { exact: true });
      await expect(first).toBeFocused();
      expect(await accessibilityFindings(page)).toEqual([]);
      await noOverflow(page);
      await page.keyboard.type('another password');
      await dialog.getByRole('button', { name: 'Show the password' }).first().press('Space');
      await expect(first).toHaveAttribute('type', 'text');
      await expect(first).toHaveValue('another password');
      await dialog.getByRole('button', { name: 'Hide the password' }).press('Space');
      await expect(first).toHaveAttribute('type', 'password');
      const again = dialog.getByLabel('Repeat the new password');
      await again.fill('another');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Password Mismatch', { exact: true })).toBeVisible();
      await expect(dialog.getByText('Passwords do not match', { exact: true })).toBeVisible();
      await expect(again).toBeFocused();
      await expect(again).toHaveAttribute('aria-invalid', 'true');
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(sent).toEqual([]);
      await again.fill('another password');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Password Reset Successful')).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(sent).toEqual([{ token: 's3cret-token', password: 'another password' }]);
      await expect(page).toHaveURL('/login?returnTo=%2Ftopics');
      await expect(page.getByLabel('E-mail')).toBeFocused();
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
      expect(await page.locator('[href*="s3cret"]').count()).toBe(0);
      await page.getByRole('link', { name: 'Back to Home' }).click();
      await expect(page).toHaveURL('/');
      const asked = await Promise.all(
        answered.map(async (response) => `${response.url()} ${(await response.request().allHeaders()).referer ?? ''}`),
      );
      const told = asked.filter((request) => request.includes('s3cret'));
      expect(told).toHaveLength(1); // the page itself
      expect(told[0]).toMatch(/token=s3cret-token&returnTo=\/topics $/);
    });
  });
}

test('a link that no longer works says so, and so does a lost request', async ({ page, complaints }) => {
  await answer(page, 'reset-password', refusal('This link has expired.', undefined, 'reset_link_invalid'), 400);
  await open(page, '/login?token=old');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password', { exact: true }).fill('another password');
  await dialog.getByLabel('Repeat the new password').fill('another password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Reset FailedThis link has expired.');
  await answer(page, 'reset-password', refusal('', { password: 'Password must be at least 8 characters' }), 400);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(dialog.getByLabel('New password', { exact: true })).toBeFocused();
  // A later answer goes before an earlier one: the way to the server is never open in between.
  await page.route('**/api/auth/{reset,forgot}-password', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Reset FailedUnable to reset password');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Reset FailedUnable to send reset email');
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/400|ERR_FAILED/);
});

test('what was refused has its title: login and registration', async ({ page, complaints }) => {
  await answer(page, 'login', refusal('Invalid credentials.', undefined, 'invalid_credentials'), 401);
  await open(page, '/login');
  await page.getByLabel('E-mail').fill('me@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Login FailedInvalid credentials.');
  refused(complaints, '401');

  const required = 'This field is required';
  await answer(page, 'register', refusal('Please check.', { username: required, password: required }), 400);
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Registration FailedPlease fill in all fields.');
  await expect(page.getByLabel('Username')).toBeFocused();
  refused(complaints, '400');
  await page.route('**/api/auth/register', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Registration ErrorSomething went wrong. Please try again.');
  refused(complaints, 'ERR_FAILED');
  await answer(page, 'register', refusal('Bad.', { phoneNumber: 'This number cannot be used' }), 400);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This number cannot be used')).toBeVisible();
  await expect(page.getByLabel('Phone')).toBeFocused();
  refused(complaints, '400');
});

test('an unverified login leads to the codes', async ({ page, complaints }) => {
  await answer(page, 'login', refusal('Please verify your e-mail first.', undefined, 'verification_required'), 403);
  await answer(page, 'verification', refusal('Nothing here.', undefined, 'not_found'), 404);
  await open(page, '/login');
  await page.getByLabel('E-mail').fill('slow@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a fine password');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/verify?email=slow%40example.org&phoneRequired=false');
  await expect(toast(page, 'Please verify your e-mail first.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Text message (SMS)' })).toHaveCount(0);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/403|404/);
});

test('the settings decide about the phone and about registering at all', async ({ page }) => {
  const sent = await answer(page, 'register', { ...done, requiresVerification: false });
  await openWith(page, { phone: 'required' });
  await expect(page.getByLabel('Phone (required)')).toHaveAttribute('required');
  await page.unrouteAll();
  await openWith(page, { registrationOpen: false });
  await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.unrouteAll();
  await openWith(page, { phone: 'disabled' });
  await expect(page.getByLabel('Phone')).toHaveCount(0);
  await expect(page.getByLabel('Country code')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('where nothing needs verifying, the registration has signed in already', async ({ page, db }) => {
  const user = await createUser(db);
  await page.route('**/api/auth/register', async (route) => {
    // As the server will: signed in by the same request.
    await page.request.post('/api/auth/login', { data: { email: user.email, password } });
    await route.fulfill({ json: { ...done, requiresVerification: false, phoneVerificationRequired: false } });
  });
  await open(page, '/register?returnTo=/about');
  await fillRegistration(page, user.email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/about');
  await expect(toast(page, 'Registration Successful')).toBeVisible();
  await expect(toast(page, 'Registration Successful')).not.toContainText('code'); // none is on its way
  expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBe(user.email);
});

test('touch targets are large enough, in the longest language too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/login?lng=fr', '/register?lng=fr', '/verify?lng=fr&email=a@example.org&phoneRequired=true']) {
    await open(page, path);
    await noOverflow(page);
    const small = await page
      .locator('#main')
      .locator('button, input:not([type="hidden"]), select, a:not(p a)')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML.slice(0, 120)),
      );
    expect(small, path).toEqual([]);
  }
});
