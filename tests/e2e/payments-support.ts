import { expect, type Page } from '@playwright/test';
import type { BehaviourChanges } from '#sandbox/stripe/behaviour.ts';
import type { Payment } from '#sandbox/stripe/books.ts';
import type { Db } from '#src/platform/db.ts';
import { createTopic, type TestTopic } from '../factories/topics.ts';
import { createUser, type TestUser } from '../factories/users.ts';
import { passTime } from './clocks.ts';
import { open, signIn, site } from './support.ts';

/* Buying as the buyer does, and the provider's stand-in as its tester sees it. */

export const cards = {
  good: '4242 4242 4242 4242',
  mastercard: '5555 5555 5555 4444',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  authenticated: '4000 0027 6000 3184',
};

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete Payment' });
const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
export const bank = (page: Page) => page.frameLocator('iframe[title="Secure authentication frame"]');
export const tile = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`Choice ${number} The`) });
export const lines = (page: Page) => page.getByRole('region', { name: 'Your ballot' }).first().getByRole('listitem');

/** A new voter on the vote page of a new topic, with a paid Top 3 ballot begun: choices 2 and 1. */
export async function beginPaid(page: Page, db: Db): Promise<{ topic: TestTopic; user: TestUser }> {
  await db('payments.cards').delete(); // all tests decline the same cards
  const topic = await createTopic(db, { choices: 6 });
  const user = await createUser(db);
  await signIn(page, { email: user.email });
  await open(page, `/vote/${topic.id}`);
  await rank(page);
  return { topic, user };
}

export async function rank(page: Page): Promise<void> {
  await page.locator('input[name=tier][value=top3]').check();
  for (const number of [2, 1]) await tile(page, number).click();
}

/** Opens the dialog and waits for the provider's form in it. */
export async function openDialog(page: Page, price = '$2.00'): Promise<void> {
  await page.getByRole('button', { name: `Pay ${price} and vote` }).click();
  await expect(dialog(page).getByRole('button', { name: `Pay ${price}` })).toBeEnabled();
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await fields(page).getByLabel('Card number').fill(number);
  await fields(page).getByLabel('Expiry (MM / YY)').fill('12 / 34');
  await fields(page).getByLabel('Security code').fill('123');
}

export const pay = (page: Page) => dialog(page).getByRole('button', { name: /^Pay / }).click();

/** The ballot of `beginPaid` is there, on the results page. */
export async function expectCounted(page: Page, topicId: number, names = ['Choice 2', 'Choice 1']): Promise<void> {
  await expect(page).toHaveURL(`/results/${topicId}`);
  await expect(lines(page)).toHaveText(names.map((name, index) => new RegExp(`^${index + 1}${name}$`)));
}

/** The dialog has asked a few times, a second apart, for the ballot of a payment under way, and has left that to the results. */
export const followed = (page: Page) =>
  passTime(page, 1_000, () => expect(page).toHaveURL(/\/results\/\d+\?payment=\d+$/, { timeout: 100 }));

const provider = async <T>(path: string, body?: object): Promise<T> => {
  const response = await fetch(
    `${site().sandbox}/stripe/${path}`,
    body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
  );
  expect(response.ok, path).toBe(true);
  return (await response.json()) as T;
};

export const behave = (changes: BehaviourChanges) => provider('behaviour', changes);

/** Everything that the provider has of one buyer's payments on a topic, by the numbers of our books. */
export async function charged(db: Db, topicId: number) {
  const rows = await db('payments.payments').where({ topic_id: topicId }).orderBy('id').select('intent_id');
  const all = await Promise.all(rows.map(({ intent_id }) => provider<Payment>(`payments/${intent_id}`)));
  return all.map(({ intent, charges }) => ({
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    currency: intent.currency,
    taken: charges.filter(({ paid }) => paid).length,
  }));
}

export const decide = (intent: string, outcome: 'succeeded' | 'failed') =>
  provider(`payments/${intent}/settle`, { outcome });
export const refund = (intent: string) => provider(`payments/${intent}/refund`, {});
