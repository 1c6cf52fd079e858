import { languages } from '#src/shared/languages.ts';
import { expect, expectAccessible, open, test } from './support.ts';

/* The pages of text alone: whole without scripts and in each language, accessible, and with a way back. */

const paths = ['/how-it-works', '/about', '/privacy-policy', '/terms-of-service', '/cookies-policy', '/help'];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const language of languages) {
    test(`every text is whole in ${language}`, async ({ page }) => {
      for (const path of paths) {
        await page.goto(`${path}?lng=${language}`);
        const levels = await page
          .locator('h1, h2, h3')
          .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
        expect(
          levels.filter((level) => level === 1),
          path,
        ).toHaveLength(1);
        for (const [index, level] of levels.entries())
          expect(level, path).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
        // No placeholder, mark or key is left over.
        expect(await page.locator('main').textContent(), path).not.toMatch(
          /\{\{|\*\*|\]\(|undefined|\b\w+\.\w+\.title/,
        );
      }
    });
  }

  test('Back leads home, and the legal pages bear their date', async ({ page }) => {
    await page.goto('/terms-of-service?lng=es');
    await expect(page.getByRole('time')).toHaveText('18 de diciembre de 2024');
    await page.getByRole('link', { name: 'Atrás' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('each link to a section of a page of text leads to one', async ({ page }) => {
  const linked = new Set<string>();
  for (const path of paths) {
    await page.goto(path);
    for (const href of await page
      .locator('main a[href*="#"]')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href)))
      linked.add(href);
  }
  expect(linked.size).toBeGreaterThan(20);
  for (const href of linked) {
    await page.goto(href);
    await expect(page.locator(`[id="${new URL(href).hash.slice(1)}"]`), href).toHaveCount(1);
  }
});

test('Back leads to the page before, past the sections that were looked at', async ({ page }) => {
  await open(page, '/about');
  await page.getByRole('main').getByRole('link', { name: 'terms of service' }).click();
  await expect(page).toHaveURL('/terms-of-service');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Results' }).click();
  await expect(page).toHaveURL('/terms-of-service#results');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/about');
});

test('the cookies policy asks for the settings to be opened', async ({ page }) => {
  await open(page, '/cookies-policy');
  await page.evaluate(() =>
    addEventListener('openCookiePreferences', () => document.body.setAttribute('data-asked', '')),
  );
  await page.getByRole('button', { name: 'Update Cookie Preferences' }).click();
  await expect(page.locator('body[data-asked]')).toHaveCount(1);
});

test('the pages of text are accessible and not too wide', async ({ page }) => {
  for (const path of paths) {
    await open(page, `${path}?lng=fr`); // the longest words
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await expectAccessible(page, path);
  }
});
