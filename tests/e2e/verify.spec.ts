import { answer, done, noOverflow, refusal, refused, toast } from './login-support.ts';
import { accessibilityFindings, expect, hydrated, mailTo, open, site, test } from './support.ts';

/* The verify page; in the first test the server's answers are given by the test itself. */

test('the verify page tells what fails, resends each code, and after a reload knows what is done', async ({
  page,
  complaints,
}) => {
  await page.clock.install();
  const email = 'codes@example.org';
  const state = { email, emailVerified: false, phoneRequired: true, phoneVerified: false };
  await page.addInitScript((address) => {
    for (const type of ['', 'phone.']) {
      sessionStorage.setItem(`podium.codeSentAt.${type}${address}`, String(Date.now() - 58_000));
    }
  }, email);
  await answer(page, 'verification', () => state);
  await answer(page, 'verify-phone', refusal('Invalid verification code.', undefined, 'invalid_code'), 400);
  const resent = await answer(page, 'resend-verification', done);
  await open(page, `/verify?email=${email}&phoneRequired=false`); // the server knows better
  const bySms = page.getByRole('region', { name: 'Text message (SMS)' });
  const byMail = page.getByRole('region', { name: 'E-mail' });
  const code = page.getByLabel('Code from the text message');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Verification Failed')).toContainText('Invalid verification code.');
  await expect(bySms.getByText('Invalid verification code.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  refused(complaints, '400');
  await page.route('**/api/auth/verify-phone', (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Verification Error')).toContainText('Something went wrong. Please try again.');
  refused(complaints, 'ERR_FAILED');

  await expect(bySms.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
  await page.clock.fastForward(2_000); // a minute is over
  await bySms.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, 'Code Resent')).toContainText('New phone verification code sent.');
  await expect(bySms.getByRole('button', { name: /^Resend in (60|59)s$/ })).toBeDisabled();
  await byMail.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, 'Code Resent')).toContainText('New email verification code sent.');
  expect(resent).toEqual([
    { email, type: 'phone' },
    { email, type: 'email' },
  ]);

  state.emailVerified = true;
  await page.reload();
  await hydrated(page);
  await expect(byMail.getByText('Verified', { exact: true })).toBeVisible();
  await answer(page, 'resend-verification', {}, 500);
  await page.clock.fastForward(2_000);
  await bySms.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, 'Resend Failed')).toContainText('Failed to resend code.');
  refused(complaints, '500');
  await page.route('**/api/auth/resend-verification', (route) => route.abort());
  await bySms.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, 'Error')).toContainText('Something went wrong. Please try again.');
  refused(complaints, 'ERR_FAILED');

  // In another browser than the one that registered, the way leads to the login.
  await answer(page, 'verify-phone', { ...done, signedIn: false });
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Go to the login' })).toBeFocused();
  await page.clock.fastForward(1_500);
  await expect(page).toHaveURL('/login', { timeout: 3_000 });
});

for (const [width, colorScheme] of [
  [375, 'light'],
  [1280, 'dark'],
] as const) {
  test(`in a browser that did not register the code asks for a new password, ${width} px, ${colorScheme}`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const email = `elsewhere${width}x${Date.now()}@example.org`;
    const elsewhere = await browser.newContext();
    const username = `Elsewhere ${width} ${Date.now() % 1_000_000}`;
    await elsewhere.request.post(new URL('/api/auth/register', site().web).href, {
      data: { username, email, password: 'typed by somebody else' },
    });
    await elsewhere.close();
    const code = /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';

    await open(page, `/verify?email=${email}&phoneRequired=false`);
    await page.getByLabel('Six-digit code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    await expect(page.getByText('You did not register in this browser.')).toBeVisible();
    const password = page.getByLabel('New password', { exact: true });
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Six-digit code')).toHaveCount(0);
    await noOverflow(page);
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.reload(); // the code is spent: the way to the password must not be
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    await password.fill('chosen here');
    await page.getByLabel('Repeat the new password').fill('chosen hear');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Repeat the new password').fill('chosen here');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Password Reset Successful')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('chosen here');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  });
}

test('the browser that registered is told when its registration was finished in another', async ({
  page,
  browser,
  complaints,
}) => {
  const email = `finished${Date.now()}@example.org`;
  const data = { username: `Finished ${Date.now() % 1_000_000}`, email, password: 'a fine password' };
  await page.request.post('/api/auth/register', { data });
  await page.addInitScript((to) => sessionStorage.setItem(`podium.codeSentAt.${to}`, String(Date.now())), email);
  const code = /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';
  const other = await browser.newContext({ baseURL: site().web });
  const answer = await other.request.post('/api/auth/verify-email', { data: { email, code } });
  const { passwordToken } = await answer.json();
  await other.request.post('/api/auth/reset-password', { data: { token: passwordToken, password: 'chosen there' } });
  await other.close();
  await open(page, `/verify?email=${email}&phoneRequired=false`);
  await expect(page.getByText('This registration was finished in another browser')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404'); // the browser logs the status
});
