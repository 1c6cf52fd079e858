import { closeTopic, createTopic } from '../factories/topics.ts';
import { createUser, password } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { refused, toast } from './login-support.ts';
import {
  beginPaid,
  behave,
  cards,
  charged,
  decide,
  dialog,
  expectCounted,
  followed,
  openDialog,
  pay,
  typeCard,
} from './payments-support.ts';
import { accessibilityFindings, expect, open, signIn, site, test } from './support.ts';

/* Buying a ballot when something is in the way: the network, the provider, the clock, or the topic itself. */

test.afterEach(() => behave({ processing: false, api: { failNext: 0 } }));

const start = (page: Parameters<typeof dialog>[0]) => page.getByRole('button', { name: 'Pay $2.00 and vote' }).click();

test('a payment that cannot be set up says so, and Retry goes on', async ({ page, db, complaints }) => {
  const { topic } = await beginPaid(page, db);
  const script = `${site().sandbox}/stripe/stripe.js`;
  await page.route(script, (route) => route.abort());
  await start(page);
  await expect(dialog(page).getByRole('alert')).toHaveText('Unable to set up payment. Please try again.');
  await expect(toast(page, 'Error')).toContainText('Failed to create payment. Please try again.');
  await page.unroute(script);
  await page.route('**/api/create-vote-payment', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Unable to set up payment. Please try again.');
  await page.unroute('**/api/create-vote-payment');
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await typeCard(page, cards.good);
  await pay(page);
  await expectCounted(page, topic.id);
  refused(complaints, 'ERR_FAILED');
});

test('the provider’s own failure is told as one that can be tried again', async ({ page, db, complaints }) => {
  const { topic } = await beginPaid(page, db);
  await behave({ api: { failNext: 10 } });
  await start(page);
  await expect(dialog(page).getByRole('alert')).toHaveText('Unable to set up payment. Please try again.');
  refused(complaints, '503');
  await behave({ api: { failNext: 0 } });
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await typeCard(page, cards.good);
  await pay(page);
  await expectCounted(page, topic.id);
});

test('a price that has changed is told, and the page is loaded again with the ballot', async ({
  page,
  db,
  complaints,
}) => {
  await beginPaid(page, db);
  const message = 'The price has changed. Please check it and try again.';
  await page.route('**/api/create-vote-payment', (route) =>
    route.fulfill({ status: 409, json: { code: 'price_changed', message } }),
  );
  await start(page);
  await expect(dialog(page).getByRole('alert')).toHaveText(message);
  await expect(dialog(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  refused(complaints, '409');
  await page.unroute('**/api/create-vote-payment');
  await dialog(page).getByRole('button', { name: 'Load again' }).click();
  await openDialog(page);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
});

test('a topic that closes while its ballot is being paid keeps the dialog until it is decided', async ({
  page,
  db,
  complaints,
}) => {
  const { topic } = await beginPaid(page, db);
  await closeTopic(db, topic.id);
  await start(page);
  await expect(dialog(page).getByRole('alert')).toHaveText(/^Voting has ended for this topic\./);
  refused(complaints, '409');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Voting Has Ended' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('nothing is charged after the close, and the dialog says why', async ({ page, db }) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await closeTopic(db, topic.id);
  await pay(page);
  await expect(dialog(page).getByRole('alert')).toContainText('The payment came too late for its ballot to count.');
  expect(await charged(db, topic.id)).toMatchObject([{ status: 'canceled', taken: 0 }]);
});

test('an answer that is lost after the provider’s yes never leads to a second payment', async ({
  page,
  db,
  complaints,
}) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await page.route('**/settle', (route) => route.abort());
  await page.route('**/confirm', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pay(page);
  await expect(page).toHaveURL(/\/results\/\d+\?payment=\d+$/);
  await page.unroute('**/settle');
  await page.unroute('**/confirm');
  await expect(page.getByRole('main').getByRole('status')).toContainText('Payment Successful');
  await expectCounted(page, topic.id);
  expect(await charged(db, topic.id)).toMatchObject([{ status: 'succeeded', taken: 1 }]);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});

test('a session that has ended leads to the login, and the ballot waits', async ({ page, db, complaints }) => {
  const { user, topic } = await beginPaid(page, db);
  await page.request.post('/api/auth/logout', { data: {} });
  await start(page);
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  refused(complaints, '401');
  await page.getByRole('link', { name: 'Login to Vote' }).click();
  await page.getByLabel('E-mail').first().fill(user.email);
  await page.getByLabel('Password', { exact: true }).first().fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/vote/${topic.id}`);
  await expect(page.getByRole('radio', { name: /^Top 3 \$2\.00/ })).toBeChecked();
  await openDialog(page);
});

test('a cancelled topic says so on its card, its ballot and its results, and takes nothing', async ({ page, db }) => {
  const topic = await createTopic(db, { name: 'A topic that was called off', choices: 4 });
  await db('voting.topics').where({ id: topic.id }).update({ cancelled_at: db.fn.now() });
  await signIn(page, { email: (await createUser(db)).email });
  await open(page, '/topics?q=called+off');
  const card = page.getByRole('article').filter({ hasText: 'A topic that was called off' });
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(card).not.toContainText('Ends in');
  for (const path of [`/vote/${topic.id}`, `/results/${topic.id}`]) {
    await open(page, path);
    await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('payments for it are refunded, and there are no prizes');
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByRole('timer')).toHaveCount(0);
    expect(await accessibilityFindings(page), path).toEqual([]);
  }
});

test('a payment that the bank refuses in the end leads back to the ballot', async ({ page, db }) => {
  await page.clock.install();
  await behave({ processing: true });
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  await typeCard(page, cards.good);
  await pay(page);
  await followed(page);
  const [{ id = '' } = {}] = await charged(db, topic.id);
  await decide(id, 'failed');
  const notice = page.getByRole('main').getByRole('status');
  await passTime(page, 3_000, () => expect(notice).toContainText('Nothing was charged.', { timeout: 1_000 }));
  await notice.getByRole('link', { name: 'Back to the ballot' }).click();
  await expect(page).toHaveURL(`/vote/${topic.id}`);
});

test('somebody else’s payment is nobody’s business', async ({ page, db, browser, baseURL }) => {
  const { topic } = await beginPaid(page, db);
  await openDialog(page);
  const [row] = await db('payments.payments').where({ topic_id: topic.id }).select('id');
  const stranger = await browser.newContext({ ...(baseURL && { baseURL }) });
  const other = await stranger.newPage();
  for (const who of ['visitor', 'voter']) {
    if (who === 'voter') await signIn(other, { email: (await createUser(db)).email });
    await open(other, `/results/${topic.id}?payment=${row.id}`);
    await expect(other.getByRole('heading', { name: 'Voting In Progress' })).toBeVisible();
    await expect(other.getByText('Payment under way')).toHaveCount(0);
  }
  await stranger.close();
});
