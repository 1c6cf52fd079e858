import { languages } from '#src/shared/languages.ts';
import { addBallots, createTopic } from '../factories/topics.ts';
import { createUser, password } from '../factories/users.ts';
import { accessibilityFindings, expect, open, test } from './support.ts';

/* The site for everybody: read aloud, by keyboard alone, in the longest words, on the narrowest screen, and on paper. */

const texts = {
  en: { customize: 'Customize Settings', menu: 'Menu', language: /^EN/ },
  es: { customize: 'Personalizar', menu: 'Menú', language: /^ES/ },
  fr: { customize: 'Personnaliser', menu: 'Menu', language: /^FR/ },
} as const;

for (const language of languages) {
  test(`every public page is accessible and no wider than any screen, in ${language}`, async ({
    page,
    db,
    complaints,
  }) => {
    const running = await createTopic(db);
    const ended = await createTopic(db, { opensIn: -7_200, closesIn: -1 });
    await addBallots(db, ended.id, [ended.choices.slice(0, 10)]);
    const paths = ['/topics', '/topics/sports?q=zzz', '/results', '/register', '/offline', '/no/page'];
    // Looked at in English, in other states and themes, by pages.spec.ts; and the pages of text by static-pages.spec.ts.
    const seen = ['/', '/login', `/vote/${running.id}`, `/results/${running.id}`, `/results/${ended.id}`];
    const texts = ['/how-it-works', '/about', '/help', '/privacy-policy', '/terms-of-service', '/cookies-policy'];
    const toAnalyse = language === 'en' ? paths : [...paths, ...seen];
    for (const path of [...paths, ...seen, ...texts]) {
      await page.setViewportSize({ width: 375, height: 740 });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      // The banner lies open on each: nobody has answered yet.
      if (toAnalyse.includes(path)) expect(await accessibilityFindings(page), path).toEqual([]);
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('404'); // of the page that is none
  });

  test(`the cookie settings and the menus are accessible on a phone, in ${language}`, async ({ page }) => {
    const t = texts[language];
    await page.setViewportSize({ width: 375, height: 740 });
    await open(page, `/about?lng=${language}`);
    await page.getByRole('button', { name: t.customize }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await accessibilityFindings(page), 'the settings').toEqual([]);
    await page.keyboard.press('Escape');
    for (const name of [t.menu, t.language]) {
      await page.getByRole('banner').getByRole('button', { name }).press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await accessibilityFindings(page), `the menu ${name}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
}

test('from the home page to the login by keyboard alone, with the ballot kept', async ({ page, db }) => {
  const { email } = await createUser(db);
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/');
  const focused = page.locator(':focus');
  const tabTo = async (name: RegExp | string, key = 'Tab') => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key);
      const [called = ''] = await focused.evaluateAll((all) =>
        all.map(
          (one) =>
            one.getAttribute('aria-label') ?? (one as HTMLInputElement).labels?.[0]?.textContent ?? one.textContent,
        ),
      );
      if (typeof name === 'string' ? called === name : name.test(called ?? '')) return;
    }
    throw new Error(`${name} is not reached`);
  };
  await tabTo('Skip to the content');
  await page.keyboard.press('Enter');
  await tabTo('Fill in this ballot');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/vote\/\d+$/);
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(/^Top 5/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Top 3 Free' })).toBeChecked();
  const choices = page.getByRole('region', { name: 'Choices' }).getByRole('button');
  const first = (await choices.nth(0).textContent()) ?? '';
  await page.keyboard.press('Tab');
  await expect(choices.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(2);
  await tabTo('Login to Vote');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await tabTo('E-mail');
  await page.keyboard.type(email);
  await tabTo('Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/vote\/\d+$/);
  const lines = page.getByRole('region', { name: 'Your ballot' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  const [name = ''] = await lines
    .nth(0)
    .getByRole('button')
    .first()
    .evaluateAll((all) => all.map((one) => /^Reorder (.*), place 1/.exec(one.getAttribute('aria-label') ?? '')?.[1]));
  expect(first).toContain(name);
});

test('the home page reads as a page: landmarks, one headline, rows with names', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - region "Cookies"
    - banner:
      - link "Podium, home page"
      - navigation "Main":
        - list
      - search:
        - searchbox "Search topics"
        - button "Search"
      - 'button "EN. Language: English"'
      - button "USD. Currency of prices"
      - link "Log in"
    - main:
      - heading "Put them in order. See if the crowd agrees." [level=1]
      - article:
        - heading [level=2]
        - link "Fill in this ballot"
      - region "In season now":
        - heading "In season now" [level=2]
        - list
      - navigation "Browse by Category":
        - list:
          - listitem:
            - link /Sports \\d+/
      - region "Trending Now":
        - heading "Trending Now" [level=2]
        - 'link /See all \\d+: Trending Now/'
        - 'button "Trending Now: scroll back" [disabled]'
        - 'button "Trending Now: scroll on"'
        - list:
          - listitem:
            - article:
              - heading [level=3]
      - region "Featured Topics"
      - region "Sports"
    - contentinfo
  `);
});

test('the vote page reads as a form: what is asked, what can be chosen, and the ballot', async ({ page, db }) => {
  const topic = await createTopic(db, { name: 'Read aloud', choices: 3 });
  await open(page, `/vote/${topic.id}`);
  await page.getByRole('button', { name: /Choice 2 The/ }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "This topic":
        - list:
          - listitem:
            - link "Vote"
          - listitem:
            - link "Results"
      - heading "Read aloud" [level=1]
      - timer /\\d+m \\d+s/
      - group "How many places?":
        - group "Free, once for this topic":
          - radio "Top 3 Free"
          - radio "Top 5 Free" [checked]
          - radio "Top 10 Free"
        - group "Paid, as often as you like":
          - radio "Top 3 $2.00"
          - radio "Top 5 $3.00 Most popular"
          - radio "Top 10 $10.00"
      - region "Choices":
        - heading "Choices" [level=2]
        - list:
          - listitem:
            - button /Choice 1/
          - listitem:
            - button /Choice 2/ [pressed]
          - listitem:
            - button /Choice 3/
      - region "Your ballot":
        - heading "Your ballot" [level=2]
        - list:
          - listitem:
            - button "Take Choice 2 off"
            - 'button /Reorder Choice 2, place 1/'
          - listitem: /Free place, 9 points/
        - region "Login Required":
          - heading "Login Required" [level=3]
          - link "Login to Vote"
        - button "How ballots are counted"
      - status: Choice 2 is on place 1
  `);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`results are printed black on white, without what is of no use on paper, from a ${colorScheme} screen`, async ({
    page,
    db,
  }) => {
    const topic = await createTopic(db, { name: 'Put on paper', opensIn: -7_200, closesIn: -1 });
    await addBallots(db, topic.id, [topic.choices.slice(0, 10)]);
    await page.emulateMedia({ colorScheme });
    await open(page, `/results/${topic.id}`);
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: 'Put on paper' })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(13);
    await expect(page.getByRole('complementary', { name: 'Voting statistics' })).toBeVisible();
    for (const hidden of [
      page.locator('header').first(),
      page.locator('footer'),
      page.getByText('Accept Only Necessary'),
      page.locator('nav').last(),
    ]) {
      await expect(hidden).toBeHidden();
    }
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  });
}

test('/register opens on its tab, and a login goes back to the page of text that it began on', async ({ page, db }) => {
  const { email } = await createUser(db);
  await open(page, '/register');
  await expect(page.getByRole('tab', { name: 'Register', selected: true })).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/how-it-works');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login?returnTo=%2Fhow-it-works');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/how-it-works');
  await open(page, '/register'); // of no use to somebody who is signed in
  await expect(page).toHaveURL('/');
});
