import type { Page } from '@playwright/test';
import { consentKey } from '#src/shared/consent.ts';
import { createTopic } from '../factories/topics.ts';
import { expect, open, test } from './support.ts';

/* What is stored on a visitor's device, and how he or she is asked. */

const texts = {
  en: {
    title: 'Cookies',
    all: 'Accept All Cookies',
    necessary: 'Accept Only Necessary',
    customize: 'Customize Settings',
    close: 'Close without choosing',
    dialog: 'Cookie settings',
    kinds: ['Necessary', 'Functional', 'Analytics', 'Marketing'],
    save: 'Save Preferences',
    allInDialog: 'Accept All',
  },
  es: {
    title: 'Cookies',
    all: 'Aceptar todas',
    necessary: 'Solo las necesarias',
    customize: 'Personalizar',
    close: 'Cerrar sin elegir',
    dialog: 'Configuración de cookies',
    kinds: ['Necesarias', 'Funcionales', 'Analíticas', 'Marketing'],
    save: 'Guardar preferencias',
    allInDialog: 'Aceptar todo',
  },
  fr: {
    title: 'Cookies',
    all: 'Tout accepter',
    necessary: 'Nécessaires seulement',
    customize: 'Personnaliser',
    close: 'Fermer sans choisir',
    dialog: 'Paramètres des cookies',
    kinds: ['Nécessaires', 'Fonctionnels', 'Mesure d’audience', 'Marketing'],
    save: 'Enregistrer les préférences',
    allInDialog: 'Tout accepter',
  },
} as const;

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies', exact: true });
const press = (page: Page, name: string) => banner(page).getByRole('button', { name }).click();
const kept = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), consentKey) as Promise<object | null>;
const storedKeys = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name).sort();

/** Puts an answer of another day into the browser's storage, as the product would have kept it; gives its text. */
async function answered(page: Page, { daysAgo = 0, ...answer }: Record<string, unknown> & { daysAgo?: number }) {
  const timestamp = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const nothing = { necessary: true, functional: false, analytics: false, marketing: false };
  const value = JSON.stringify({ ...nothing, accepted: true, timestamp, version: '1', ...answer });
  await page.context().addInitScript(
    ([key, text]) => {
      if (!sessionStorage.getItem('a test has been here')) localStorage.setItem(key, text);
      sessionStorage.setItem('a test has been here', 'true'); // once, not on every page
    },
    [consentKey, value] as const,
  );
  return value;
}

for (const [language, t] of Object.entries(texts)) {
  test(`the first visit asks, and each kind can be chosen by itself, in ${language}`, async ({ page }) => {
    await open(page, `/?lng=${language}`);
    await expect(banner(page).getByRole('button')).toHaveText([t.all, t.necessary, t.customize, '']);
    await expect(banner(page).getByRole('button', { name: t.close })).toBeVisible();
    await banner(page).getByRole('button', { name: t.customize }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t.dialog });
    const switches = dialog.getByRole('switch');
    await expect(switches).toHaveCount(4);
    for (const [index, kind] of t.kinds.entries()) {
      const one = dialog.getByRole('switch', { name: new RegExp(`^${kind}`) });
      await expect(one).toBeChecked({ checked: index === 0 }); // nothing optional is on beforehand
      await expect(one).toBeEnabled({ enabled: index > 0 }); // the necessary ones are locked
    }
    await expect(dialog.getByRole('button', { name: t.allInDialog })).toBeVisible();
    await switches.nth(1).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: t.save }).click();
    await expect(dialog).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    expect(await kept(page)).toMatchObject({
      necessary: true,
      functional: true,
      analytics: false,
      marketing: false,
      accepted: true,
      version: '1',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });
}

test('an answer is kept for a year, for the server too, and is not asked for again', async ({ page, context }) => {
  await open(page, '/');
  await press(page, 'Accept All Cookies');
  await expect(banner(page)).toHaveCount(0);
  expect(await kept(page)).toMatchObject({ functional: true, analytics: true, marketing: true, accepted: true });
  const cookie = (await context.cookies()).find(({ name }) => name === consentKey);
  expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toEqual(await kept(page));
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  const year = 365 * 86_400;
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1_000 - year)).toBeLessThan(60);
  const html = await (await page.request.get('/about')).text();
  expect(html.includes('aria-label="Cookies"')).toBe(false); // not even to flash
  await open(page, '/about');
  await expect(banner(page)).toHaveCount(0);
});

test('an answer of which only the cookie is gone still counts', async ({ page }) => {
  await answered(page, { daysAgo: 3 });
  await open(page, '/');
  await expect(banner(page)).toHaveCount(0);
  expect(await cookieNames(page)).toEqual([consentKey]);
});

for (const [why, answer] of [
  ['was not accepted', { accepted: false }],
  ['is more than a year old', { daysAgo: 366 }],
  ['agreed to another text', { version: '0' }],
] as const) {
  test(`an answer that ${why} is asked for again, and allows nothing`, async ({ page, context, baseURL }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    const value = await answered(page, { analytics: true, ...answer });
    await context.addCookies([{ name: consentKey, value: encodeURIComponent(value), url: baseURL ?? '' }]);
    await open(page, '/');
    await expect(banner(page)).toBeVisible();
    expect(posts).toEqual([]);
  });
}

test('closing the banner chooses nothing: it is there again on the next visit', async ({ page }) => {
  await open(page, '/');
  await press(page, 'Close without choosing');
  await expect(banner(page)).toHaveCount(0);
  expect(await storedKeys(page)).toEqual([]);
  expect(await cookieNames(page)).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Results' }).click();
  await expect(page).toHaveURL('/results');
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(banner(page)).toBeVisible();
});

test('what is declined is cleared', async ({ page, context, baseURL }) => {
  const url = baseURL ?? '';
  await context.addCookies(['analytics_session', 'marketing_tracking'].map((name) => ({ name, value: '1', url })));
  await open(page, '/');
  await press(page, 'Accept Only Necessary');
  expect(await cookieNames(page)).toEqual([consentKey]);
});

test('before an answer nothing optional happens; after it, each page shown is counted once', async ({ page, db }) => {
  await db('analytics.page_views').delete();
  const views = async () => {
    const rows = await db('analytics.page_views').orderBy('page').select('page', 'views');
    return rows.map((row) => `${row.views} ${row.page}`);
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/');
  const go = async (name: string, path: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main')).toBeFocused();
  };
  await go('About', '/about');
  expect(await views()).toEqual([]);
  expect(await storedKeys(page)).toEqual([]);
  expect(await cookieNames(page)).toEqual([]);
  await press(page, 'Accept All Cookies');
  await expect.poll(views).toEqual(['1 /about']);
  await go('Results', '/results');
  await go('About', '/about');
  await open(page, '/help');
  await expect.poll(views).toEqual(['2 /about', '1 /help', '1 /results']);
});

test('declining leaves the pages uncounted', async ({ page }) => {
  const views: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/page-views') && views.push(request.url()));
  await open(page, '/');
  await press(page, 'Accept Only Necessary');
  await open(page, '/about');
  await open(page, '/help');
  expect(views).toEqual([]);
});

test('the cookie policy opens the settings as they are, takes a change back, and gets the focus again', async ({
  page,
}) => {
  await answered(page, { functional: true, analytics: true });
  await open(page, '/cookies-policy');
  const opener = page.getByRole('button', { name: 'Update Cookie Preferences' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  await expect(dialog.getByRole('switch', { name: /^Analytics/ })).toBeChecked();
  await expect(dialog.getByRole('switch', { name: /^Marketing/ })).not.toBeChecked();
  await dialog.getByRole('switch', { name: /^Analytics/ }).uncheck();
  await page.keyboard.press('Escape'); // not saved, not kept
  await expect(opener).toBeFocused();
  expect(await kept(page)).toMatchObject({ analytics: true });
  await opener.click();
  await dialog.getByRole('switch', { name: /^Analytics/ }).uncheck();
  await dialog.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(opener).toBeFocused();
  expect(await kept(page)).toMatchObject({ functional: true, analytics: false });
});

for (const functional of [true, false]) {
  test(`a begun ballot ${functional ? 'survives' : 'does not survive'} the end of a visit ${functional ? 'with' : 'without'} the functional consent`, async ({
    page,
    context,
    db,
  }) => {
    const topic = await createTopic(db, { choices: 4 });
    await open(page, `/vote/${topic.id}`);
    await press(page, functional ? 'Accept All Cookies' : 'Accept Only Necessary');
    await page.getByRole('button', { name: /Choice 2 The/ }).click();
    await page.getByRole('button', { name: /Choice 3 The/ }).click();
    await page.close();
    const later = await context.newPage();
    await open(later, `/vote/${topic.id}`);
    const lines = later.getByRole('region', { name: 'Your ballot' }).getByRole('listitem');
    await expect(lines).toContainText(
      functional ? ['Choice 2', 'Choice 3', 'Free place', 'Free place', 'Free place'] : Array(5).fill('Free place'),
    );
  });
}

test('taking the functional consent back forgets a begun ballot', async ({ page, db }) => {
  const topic = await createTopic(db, { choices: 4 });
  await open(page, `/vote/${topic.id}`);
  await press(page, 'Accept All Cookies');
  await page.getByRole('button', { name: /Choice 2 The/ }).click();
  expect(await storedKeys(page)).toContain(`podium.ballot.${topic.id}`);
  await open(page, '/cookies-policy');
  await page.getByRole('button', { name: 'Update Cookie Preferences' }).click();
  await page.getByRole('switch', { name: /^Functional/ }).uncheck();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await storedKeys(page)).toEqual([consentKey]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test('the banner covers nothing that has the focus, and the ballot’s bar stays above it', async ({ page, db }) => {
    const topic = await createTopic(db, { choices: 12 });
    await open(page, `/vote/${topic.id}`);
    await page.getByRole('button', { name: /Choice 1 The/ }).click();
    const bar = await page.getByRole('link', { name: /Check your ballot/ }).boundingBox();
    const covered = await banner(page).boundingBox();
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(Math.round(covered?.y ?? 0));

    await page.getByRole('main').focus();
    const hidden: string[] = [];
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(async () => {
        const focused = document.activeElement as HTMLElement;
        await new Promise(requestAnimationFrame);
        const { left, top, width, height } = focused.getBoundingClientRect();
        const at = document.elementFromPoint(left + width / 2, top + height / 2);
        const free = at !== null && (focused.contains(at) || at.contains(focused) || at.closest('label') !== null);
        return { free, name: focused.textContent || focused.outerHTML.slice(0, 80), end: focused.closest('footer') };
      });
      if (!seen.free) hidden.push(seen.name);
      if (seen.end) break;
    }
    expect(hidden).toEqual([]);
  });

  test('a menu ends above the banner', async ({ page }) => {
    await page.setViewportSize({ width: 667, height: 375 }); // a phone on its side
    await open(page, '/about');
    await page.getByRole('button', { name: /^USD/ }).press('Enter');
    await expect(page.getByRole('menuitemradio').first()).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitemradio').last()).toBeFocused();
    const foot = ({ y = 0, height = 0 } = {}) => y + height;
    const menu = foot((await page.getByRole('menu').boundingBox()) ?? undefined);
    expect(menu).toBeLessThanOrEqual((await banner(page).boundingBox())?.y ?? 0);
  });
});
