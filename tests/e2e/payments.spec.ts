import { createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { refused, toast } from './login-support.ts';
import {
  bank,
  beginPaid,
  behave,
  cards,
  charged,
  decide,
  dialog,
  expectCounted,
  followed,
  lines,
  openDialog,
  pay,
  rank,
  refund,
  tile,
  typeCard,
} from './payments-support.ts';
import { accessibilityFindings, expect, mailTo, open, signIn, test } from './support.ts';

/* Buying a ballot: by every card, in every state of the dialog, and what is seen of it afterwards. */

test.afterEach(() => behave({ processing: false, authentication: 'dialog', api: { failNext: 0 } }));

test('a whole purchase: what is bought is seen, paid once, counted, receipted and listed', async ({
  page,
  db,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url());
  });
  const { topic, user } = await beginPaid(page, db);
  expect(foreign).toEqual([]); // nothing of the provider before somebody means to pay
  await openDialog(page);
  await expect(dialog(page).getByRole('listitem')).toHaveText(['1Choice 2', '2Choice 1']);
  await expect(dialog(page)).toContainText('charged in USD');
  await typeCard(page, cards.good);
  await dialog(page).getByRole('button', { name: 'Pay $2.00' }).dblclick();
  await expectCounted(page, topic.id);
  await expect(toast(page, 'Payment Successful')).toContainText('Thank you for your vote!');
  await expect(page.getByRole('link', { name: 'Vote Again' })).toBeVisible();
  expect(await charged(db, topic.id)).toMatchObject([{ status: 'succeeded', amount: 200, currency: 'usd', taken: 1 }]);
  const mail = await mailTo(user.email);
  expect(mail.subject).toContain('$2.00');
  expect(mail.text).toContain('Top 3');

  await page.getByRole('link', { name: 'Vote Again' }).click();
  await expect(page.getByRole('radio', { name: 'Top 5 Free' })).toBeChecked(); // nothing is begun, and the free one is left
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  await open(page, '/profile');
  await page.getByRole('tab', { name: 'Voting History' }).click();
  await expect(page.getByText('Top 3, $2.00')).toBeVisible();
  const bought = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  await expect(bought).toContainText('Visa ending in 4242');
  await expect(bought).toContainText('Paid');
  expect(await accessibilityFindings(page)).toEqual([]);

  const [{ id = '' } = {}] = await charged(db, topic.id);
  await refund(id);
  await expect(async () => {
    await open(page, '/profile');
    await page.getByRole('tab', { name: 'Voting History' }).click();
    await expect(bought).toContainText('Refunded', { timeout: 500 });
  }).toPass();
});

for (const [card, reason] of [
  ['declined', 'Your card was declined.'],
  ['insufficient', 'Your card has insufficient funds.'],
] as const) {
  test(`a card that is refused (${card}) is told with its reason, and another one can be tried`, async ({
    page,
    db,
  }) => {
    const { topic } = await beginPaid(page, db);
    await openDialog(page);
    await typeCard(page, cards[card]);
    await pay(page);
    await expect(dialog(page).getByRole('alert')).toHaveText(reason);
    await expect(toast(page, 'Payment Failed')).toContainText(reason);
    await typeCard(page, cards.mastercard);
    await pay(page);
    await expectCounted(page, topic.id);
    expect(await charged(db, topic.id)).toMatchObject([{ status: 'succeeded', taken: 1 }]);
  });
}

test('an incomplete card is told in the form, and nothing is asked of anybody', async ({ page, db }) => {
  await beginPaid(page, db);
  await openDialog(page);
  await pay(page);
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await expect(form.getByText('Your card number is incomplete.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Pay $2.00' })).not.toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape'); // in the provider's form: the dialog stays
  await expect(dialog(page)).toBeVisible();
});

test('five declines in a row lock paying, and the dialog says so', async ({ page, db, complaints }) => {
  await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.declined);
  for (let declines = 1; declines < 5; declines++) {
    const confirmed = page.waitForResponse(/\/confirm$/);
    await pay(page);
    await confirmed;
    await expect(dialog(page).getByRole('alert')).toHaveText('Your card was declined.');
  }
  await pay(page);
  await expect(dialog(page).getByRole('alert')).toContainText('payments are locked for an hour');
  await expect(dialog(page).locator('iframe')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay $2.00 and vote' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('payments are locked. Please try again in');
  refused(complaints, '429');
});

test('a bank that asks is answered in its own window: no, then yes', async ({ page, db }) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.authenticated);
  await pay(page);
  await expect(bank(page).getByRole('button', { name: 'Fail authentication' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled(); // the money is under way
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
  await pay(page);
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click();
  await expectCounted(page, topic.id);
});

test('a bank with a page of its own leads back: to the ballot that was begun, or to the results', async ({
  page,
  db,
}) => {
  await behave({ authentication: 'redirect' });
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.authenticated);
  await pay(page);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page).toHaveURL(`/vote/${topic.id}?payment=failed`);
  await expect(page.getByRole('alert')).toContainText('nothing was charged');
  await expect(page.getByRole('radio', { name: /^Top 3 \$2\.00/ })).toBeChecked();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(2);

  await openDialog(page);
  await typeCard(page, cards.authenticated);
  await pay(page);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Payment Successful' });
  await expect(notice).toBeVisible();
  await expectCounted(page, topic.id);
  expect(await accessibilityFindings(page)).toEqual([]);
  await open(page, `/vote/${topic.id}`);
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0); // what was begun is cast
});

for (const [currency, price, amount] of [
  ['EUR', '1.70 €', 170],
  ['JPY', '¥220', 220],
] as const) {
  test(`what is shown in ${currency} is what is charged, and a begun ballot survives the change`, async ({
    page,
    db,
  }) => {
    const { topic } = await beginPaid(page, db);
    const before = await page.evaluate(() => performance.timeOrigin);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Currency/ })
      .click();
    await page.getByRole('menuitemradio', { name: new RegExp(`^${currency}`) }).click();
    await page.waitForFunction((time) => performance.timeOrigin !== time, before);
    await openDialog(page, price);
    await expect(dialog(page)).toContainText(`charged in ${currency}`);
    await typeCard(page, cards.good);
    await pay(page);
    await expectCounted(page, topic.id);
    expect(await charged(db, topic.id)).toMatchObject([
      { status: 'succeeded', amount, currency: currency.toLowerCase(), taken: 1 },
    ]);
    await open(page, '/profile');
    await page.getByRole('tab', { name: 'Voting History' }).click();
    await expect(page.getByText('Top 3, $2.00')).toBeVisible(); // what it was booked with
    await expect(page.getByRole('region', { name: 'Payments' })).toContainText(price);
  });
}

test('the same ranking in a second tab, or in a dialog opened again, is the same payment', async ({ page, db }) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Pay $2.00 and vote' })).toBeFocused();
  await openDialog(page);
  const second = await page.context().newPage();
  await open(second, `/vote/${topic.id}`);
  await rank(second);
  await openDialog(second);
  await typeCard(second, cards.good);
  await pay(second);
  await expectCounted(second, topic.id);
  await second.close();
  await typeCard(page, cards.good);
  await pay(page);
  await expectCounted(page, topic.id);
  expect(await charged(db, topic.id)).toMatchObject([{ status: 'succeeded', taken: 1 }]);
});

test('by keyboard alone', async ({ page, db }) => {
  const { topic } = await beginPaid(page, db);
  await page.getByRole('button', { name: 'Pay $2.00 and vote' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Pay $2.00' })).toBeEnabled();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Pay $2.00 and vote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Pay $2.00' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${cards.good}1234123`, { delay: 20 });
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Pay $2.00' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectCounted(page, topic.id);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the dialog is accessible and fits, ${colorScheme}`, async ({ page, db }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await beginPaid(page, db);
    await openDialog(page);
    expect(await accessibilityFindings(page), 'ready').toEqual([]);
    await typeCard(page, cards.declined);
    await pay(page);
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    expect(await accessibilityFindings(page), 'declined').toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
}

test('who has used the free ballot is told so and begins with a paid one', async ({ page, db }) => {
  const topic = await createTopic(db, { choices: 6 });
  await signIn(page, { email: (await createUser(db)).email });
  const voteItems = [{ choiceId: topic.choices[3], rank: 1 }];
  await page.request.post('/api/create-free-vote', { data: { topicId: topic.id, tier: 'top3', voteItems } });
  await open(page, `/vote/${topic.id}`);
  await expect(page.getByText(/^You have already used your free vote for this topic\. Please select/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Top 5 $3.00 Most popular' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /USED$/, disabled: true })).toHaveCount(3);
  expect(await accessibilityFindings(page)).toEqual([]);
  await tile(page, 1).click();
  await openDialog(page, '$3.00');
  await typeCard(page, cards.good);
  await pay(page);
  await expect(page).toHaveURL(`/results/${topic.id}`);
  await expect(page.getByRole('heading', { name: 'Your ballot' })).toHaveCount(2);
});

test('a payment that the bank still looks at is followed on the results page', async ({ page, db }) => {
  await page.clock.install();
  await behave({ processing: true });
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await pay(page);
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeDisabled();
  await followed(page);
  const notice = page.getByRole('main').getByRole('status');
  await expect(notice).toContainText('Please do not pay again');
  expect(await accessibilityFindings(page)).toEqual([]);
  const [{ id = '' } = {}] = await charged(db, topic.id);
  await decide(id, 'succeeded');
  await passTime(page, 3_000, () => expect(notice).toContainText('Payment Successful', { timeout: 1_000 }));
  await expectCounted(page, topic.id);
  await expect(lines(page)).toHaveCount(2);
});
