import type { Page } from '@playwright/test';
import { createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { expect, hydrated, open, signIn, test } from './support.ts';

/* Which language and currency a visitor reads, and where a choice of them is kept. */

const html = (page: Page) => page.locator('html');
const price = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByText(/^(Free|Gratis|Gratuit),/);
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const cookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((one) => one.name === name)?.value;
const keepCookie = (page: Page, name: string, value: string) =>
  page.context().addCookies([{ name, value, url: new URL(page.url()).origin }]);

/** Chooses by the keyboard, and waits until the page has been loaded anew. */
async function choose(page: Page, picker: RegExp, item: RegExp | string): Promise<void> {
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('banner').getByRole('button', { name: picker }).press('Enter');
  await page.getByRole('menuitemradio', { name: item }).press('Enter');
  await page.waitForFunction((time) => performance.timeOrigin !== time, before);
  await hydrated(page);
}

test.describe('a French browser', () => {
  test.use({ locale: 'fr-FR' });

  test('is answered in English and offered French, which it can take', async ({ page }) => {
    await open(page, '/topics?utm_source=letter&q=nba');
    await expect(html(page)).toHaveAttribute('lang', 'en');
    const offer = page.getByRole('banner').getByRole('button', { name: /^Voir en français\s\?$/ });
    await expect(offer).toHaveAttribute('lang', 'fr'); // read out as French
    expect(await kept(page, 'i18nextLng')).toBeNull(); // nothing is chosen by itself
    await offer.click();
    await expect(html(page)).toHaveAttribute('lang', 'fr');
    await expect(page).toHaveURL('/topics?utm_source=letter&q=nba');
    await expect(page.getByRole('heading', { level: 1, name: 'Tous les sujets' })).toBeVisible();
    await expect(offer).toHaveCount(0);
    expect(await kept(page, 'i18nextLng')).toBe('fr');
    expect(await cookie(page, 'lang')).toBe('fr');
  });

  test('is not offered it again once it is declined', async ({ page }) => {
    await open(page, '/about');
    await page.getByRole('button', { name: 'Stay in English' }).click();
    const offer = page.getByRole('button', { name: /^Voir en français/ });
    await expect(offer).toHaveCount(0);
    await open(page, '/help');
    await expect(offer).toHaveCount(0);
    await expect(html(page)).toHaveAttribute('lang', 'en');
    expect(await kept(page, 'i18nextLng')).toBe('en');
  });

  test('is offered nothing where the address names a language', async ({ page }) => {
    await open(page, '/about?lng=es');
    await expect(html(page)).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('button', { name: /^Voir en français/ })).toHaveCount(0);
  });
});

for (const [locale, expected] of [
  ['en-GB', 'Free, or £1.46 to £7.30'],
  ['es-MX', 'Free, or MX$40.20 to MX$201.00'],
  ['de-CH', 'Free, or CHF 1.84 to CHF 9.20'],
  ['pl-PL', 'Free, or $2.00 to $10.00'],
] as const) {
  test.describe(`a browser from ${locale}`, () => {
    test.use({ locale });

    test('finds English, and prices in its own currency where the site has it', async ({ page, db }) => {
      await createTopic(db, { name: `Prices seen from ${locale}` });
      await open(page, `/topics?q=prices+seen+from+${locale}`);
      await expect(html(page)).toHaveAttribute('lang', 'en');
      await expect(price(page)).toHaveText(expected);
      expect(await kept(page, 'userCurrency')).toBeNull();
    });
  });
}

test('the picker switches the page, stays with the visitor, and is written from left to right', async ({ page }) => {
  await open(page, '/topics?lng=fr&q=nba&utm_source=letter');
  await expect(html(page)).toHaveAttribute('lang', 'fr');
  await choose(page, /^FR/, 'Español');
  // Without `lng` the choice would be undone by its own address; everything else stays.
  await expect(page).toHaveURL('/topics?q=nba&utm_source=letter');
  await expect(page.getByRole('heading', { level: 1, name: 'Todos los temas' })).toBeVisible();
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  expect(await kept(page, 'i18nextLng')).toBe('es');
  expect(await cookie(page, 'lang')).toBe('es');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Acerca de' }).click();
  await expect(page).toHaveURL(/^[^?]*\/about\?utm_source=letter$/);
  await expect(html(page)).toHaveAttribute('lang', 'es');
  await page.getByRole('button', { name: /^ES/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['English', 'Español', 'Français']);
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Español');
});

test('a language in a link sticks, with its region for the currency', async ({ page, db }) => {
  await createTopic(db, { name: 'Prices of a Canadian' });
  await open(page, '/topics?lng=fr-CA&q=canadian');
  await expect(price(page)).toHaveText('Gratuit, ou de C$2,50 à C$12,50');
  await open(page, '/topics?q=canadian');
  await expect(price(page)).toHaveText('Gratuit, ou de C$2,50 à C$12,50');
  expect(await kept(page, 'i18nextLng')).toBe('fr-CA');
});

test('the links of the footer lead to the page in each language, without scripts too', async ({ page, request }) => {
  await open(page, '/about?utm_source=letter');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Français' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'fr');
  await expect(page).toHaveURL('/about?utm_source=letter');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'English' });
  const address = (await link.getAttribute('href')) ?? '';
  expect(await (await request.get(address)).text()).toContain('<html lang="en"');
});

test('prices are written in each currency as its language does', async ({ page, db }) => {
  await createTopic(db, { name: 'Prices in all the world' });
  await open(page, '/topics?q=all+the+world');
  for (const [language, currency, expected] of [
    ['en', 'USD', 'Free, or $2.00 to $10.00'],
    ['en', 'EUR', 'Free, or 1.70 € to 8.50 €'],
    ['en', 'JPY', 'Free, or ¥220 to ¥1,100'],
    ['es', 'KRW', 'Gratis, o de ₩2360 a ₩11.800'],
    ['es', 'RUB', 'Gratis, o de 150,00 ₽ a 750,00 ₽'],
    ['fr', 'EUR', 'Gratuit, ou de 1,70 € à 8,50 €'],
    ['fr', 'INR', 'Gratuit, ou de ₹149,00 à ₹745,00'],
  ] as const) {
    await keepCookie(page, 'lang', language);
    await keepCookie(page, 'userCurrency', currency);
    await page.evaluate(() => localStorage.clear());
    await open(page, '/topics?q=all+the+world');
    await expect(price(page), `${language} ${currency}`).toHaveText(expected);
  }
});

test('the currency is chosen from fifteen, by their names in the page’s language, and stays', async ({ page, db }) => {
  await createTopic(db, { name: 'Prices that follow' });
  await open(page, '/topics?q=prices+that+follow&lng=fr');
  const picker = page.getByRole('banner').getByRole('button', { name: 'EUR. Devise des prix' });
  await picker.click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(15);
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('EUR : euro');
  await page.keyboard.press('Escape');
  await expect(picker).toBeFocused();
  await choose(page, /^EUR/, 'CHF : franc suisse');
  await expect(price(page)).toHaveText('Gratuit, ou de CHF 1,84 à CHF 9,20');
  expect(await kept(page, 'userCurrency')).toBe('CHF');
  expect(await cookie(page, 'userCurrency')).toBe('CHF');
  await open(page, '/topics?q=prices+that+follow');
  await expect(price(page)).toHaveText('Gratuit, ou de CHF 1,84 à CHF 9,20');

  // Only local storage is left of the choice: it comes back, for the server too.
  await page.context().clearCookies({ name: 'userCurrency' });
  await page.goto('/topics?q=prices+that+follow');
  await expect(price(page)).toHaveText('Gratuit, ou de CHF 1,84 à CHF 9,20');
  expect(await cookie(page, 'userCurrency')).toBe('CHF');
});

test('values that the site does not have are ignored', async ({ page, db }) => {
  await createTopic(db, { name: 'Prices for strangers' });
  await open(page, '/topics?q=prices+for+strangers');
  await keepCookie(page, 'lang', 'xx');
  await keepCookie(page, 'userCurrency', 'XTS');
  await page.evaluate(() => {
    localStorage.setItem('i18nextLng', 'xx');
    localStorage.setItem('userCurrency', 'XTS');
  });
  await open(page, '/topics?q=prices+for+strangers&lng=tlh');
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await expect(price(page)).toHaveText('Free, or $2.00 to $10.00');
});

test('who is signed in finds both choices in the account, on another device too', async ({ page, db, browser }) => {
  await createTopic(db, { name: 'Prices of a member' });
  const { email } = await createUser(db);
  await signIn(page, { email });
  await open(page, '/topics?q=prices+of+a+member');
  await choose(page, /^EN/, 'Español');
  await choose(page, /^USD/, /^GBP/);
  const saved = await page.request.get('/api/users/preferences');
  expect(await saved.json()).toEqual({ preferredLanguage: 'es', preferredCurrency: 'GBP' });

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere.newPage();
  await signIn(other, { email });
  await open(other, '/topics?q=prices+of+a+member');
  await expect(price(other)).toHaveText('Gratis, o de £1,46 a £7,30');
  await keepCookie(other, 'userCurrency', 'JPY'); // of whoever used this browser before
  await open(other, '/topics?q=prices+of+a+member');
  await expect(price(other)).toHaveText('Gratis, o de £1,46 a £7,30');
  await elsewhere.close();
});

test('a currency that the account could not keep is not shown as chosen', async ({ page, db, complaints }) => {
  const { email } = await createUser(db);
  await signIn(page, { email });
  await open(page, '/');
  await page.route('**/api/users/preferences', (route) => route.abort());
  await page.getByRole('button', { name: /^USD/ }).click();
  await page.getByRole('menuitemradio', { name: /^GBP/ }).click();
  await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible();
  expect(await kept(page, 'userCurrency')).toBeNull();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});
