import type { Page } from '@playwright/test';
import { createUser } from '../factories/users.ts';
import { expect, hydrated, open, signIn, test } from './support.ts';

/* The site as something to install: what it is called, how it looks on a home screen, and what it says without network. */

/** The offline page that the browser keeps 3 seconds after it has loaded a page with a set clock, as address and text. */
async function keptPage(page: Page): Promise<{ address: string; text: string }> {
  const read = () =>
    page.evaluate(async () => {
      const cache = await caches.open('podium-offline');
      const request = (await cache.keys()).find(({ url }) => new URL(url).pathname === '/offline');
      const answer = request && (await cache.match(request));
      return request && answer ? { address: request.url, text: await answer.text() } : null;
    });
  await page.clock.fastForward(3_000);
  await expect.poll(async () => (await read())?.address, { intervals: [100] }).toBeTruthy();
  return (await read()) as { address: string; text: string };
}

test('the manifest names the site and its icons, each of the size that it says', async ({ page, request }) => {
  await page.goto('/');
  const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const answer = await request.get(href);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'Podium', short_name: 'Podium', start_url: '/', display: 'standalone' });
  const touch = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '';
  const icons: { src: string; sizes: string; type: string; purpose?: string }[] = [
    ...manifest.icons,
    { src: touch, sizes: '180x180', type: 'image/png' },
  ];
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
    const png = await icon.body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
});

test('without network a page says so in the visitor’s language, as the site looks, and can be tried again', async ({
  page,
  context,
  complaints,
}) => {
  await page.clock.install();
  await open(page, '/?lng=fr');
  await keptPage(page);
  await context.setOffline(true);
  await page.goto('/results');
  await expect(page.getByRole('heading', { level: 1, name: 'Vous êtes hors ligne' })).toBeVisible();
  await expect(page).toHaveURL('/results');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 246, 236)');
  // Asked already or not: without scripts nobody could answer here.
  await expect(page.getByRole('region', { name: 'Cookies', exact: true })).toHaveCount(0);
  const again = page.getByRole('link', { name: 'Réessayer' });
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vous êtes hors ligne' })).toBeVisible();
  await context.setOffline(false);
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Résultats à découvrir' })).toBeVisible();
  await expect(page).toHaveURL('/results');
  await hydrated(page);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ERR_INTERNET|Failed to fetch/);
});

test('a link that is followed without network leads to the offline page too', async ({ page, context, complaints }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await open(page, '/');
  await keptPage(page);
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All topics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All topics' })).toBeVisible();
  complaints.splice(0); // the browser tells of each lost file
});

test('what is kept for offline is nobody’s', async ({ page, db }) => {
  const { email, username } = await createUser(db);
  await signIn(page, { email });
  await page.clock.install();
  await open(page, '/?lng=es');
  await expect(page.getByRole('button', { name: `Cuenta de ${username}` })).toBeVisible();
  const spanish = await keptPage(page);
  expect(spanish.address).toMatch(/\/offline\?lng=es$/);
  expect(spanish.text.includes('Sin conexión')).toBe(true);
  for (const secret of [username, email]) expect(spanish.text.includes(secret)).toBe(false);
});
