import { addBallots, createTopic } from '../factories/topics.ts';
import { createUser } from '../factories/users.ts';
import { expect, expectAccessible, hydrated, open, signIn, site, test } from './support.ts';

/* Every page in its states: complete without scripts, quiet when hydrated, without findings of axe, and still. */

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page shows topics, rows and what they are about, in the language asked for', async ({ page, db }) => {
    await createTopic(db, { name: 'Seen without scripts', nameFr: 'Vu sans scripts', category: 'food' });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 2, name: /Trending Now/ })).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Seen without scripts' }).first()).toContainText(
      'Ends in 59m',
    );
    await page.goto('/?lng=fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('article').filter({ hasText: 'Vu sans scripts' }).first()).toContainText(
      'Fin dans 59 min',
    );
    await expect(page).toHaveTitle('Classez vos favoris · Podium');
  });

  test('a form can send nothing into the address', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeDisabled();
    await page.getByLabel('Password', { exact: true }).first().fill('secret');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });

  test('a missing topic and a missing page answer 404 with a page that says so', async ({ page, complaints }) => {
    for (const [path, heading] of [
      ['/vote/999999', 'Topic Not Found'],
      ['/results/999999', 'Topic Not Found'],
      ['/vote/abc', 'Topic Not Found'],
      ['/nothing/here', 'Page not found'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('404'); // the browser logs the status
  });
});

test('only the texts of the page and its language are sent', async ({ request }) => {
  const html = await (await request.get('/?lng=es')).text();
  const block = /<script id="hydration" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const { resources, language } = JSON.parse(block);
  expect(language).toBe('es');
  expect(Object.keys(resources).sort()).toEqual(['common', 'home', 'topics']);
  expect(html).not.toContain('Loading topics');
  expect(html).toContain('Temas destacados');
});

test('text that looks like markup stays text', async ({ page, db }) => {
  const name = '</script><img src=x onerror=alert(1)>';
  const topic = await createTopic(db, { name });
  await open(page, `/vote/${topic.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('an anonymous page is kept and carries no cookie; a signed-in page is nobody else’s', async ({
  page,
  request,
}) => {
  const anonymous = await request.get('/');
  expect(anonymous.headers()['set-cookie']).toBeUndefined();
  expect(anonymous.headers()['cache-control']).toBe('no-cache');
  expect(anonymous.headers().etag).toMatch(/^W\/".+"$/);
  await signIn(page, site().logins.voter);
  const mine = await page.request.get('/');
  expect(mine.headers()['cache-control']).toBe('private, no-store');
  expect(await mine.text()).toContain('Demo Voter');
  expect(await (await request.get('/')).text()).not.toContain('Demo Voter');
});

test('how choices stand is in no public answer of a running topic', async ({ page, request, db }) => {
  // 97 ballots for the third choice: how many take part is public, its 970 points are not.
  const topic = await createTopic(db, { choices: 3 });
  const [, , third = 0] = topic.choices;
  await addBallots(
    db,
    topic.id,
    Array.from({ length: 97 }, () => [third]),
  );
  await signIn(page, site().logins.voter);
  const addresses = ['', '/results', '/stats'].map((part) => `/api/topics/${topic.id}${part}`);
  const lists = [
    '/api/topics',
    '/api/topics/home',
    '/api/topics/list?q=topic',
    '/',
    '/index.pageContext.json',
    '/topics',
  ];
  addresses.push(...lists);
  for (const where of ['vote', 'results']) {
    addresses.push(
      `/${where}/${topic.id}`,
      `/${where}/${topic.id}/index.pageContext.json`,
      `/${where}/${topic.id}?lng=fr`,
    );
  }
  for (const who of [request, page.request]) {
    const listed: { status: string; stats: unknown }[] = await (await who.get('/api/topics')).json();
    for (const { status, stats } of listed) expect(stats !== null, status).toBe(status === 'closed');
    for (const address of addresses) {
      const response = await who.get(address);
      const text = await response.text();
      expect(text, address).not.toMatch(/totalPoints|\b970\b/);
      // Lists tell the tiers of closed topics, beside the others.
      if (!lists.includes(address)) expect(text, address).not.toContain('tierBreakdown');
      if (/results$|stats$/.test(address) && address.startsWith('/api')) expect(response.status(), address).toBe(403);
    }
  }
});

test.describe('accessible, no wider than the screen, and quiet are', () => {
  const day = 86_400;

  test('the pages of topics in each state', async ({ page, db }) => {
    const running = await createTopic(db);
    const upcoming = await createTopic(db, { opensIn: day, closesIn: 2 * day });
    const closed = await createTopic(db, { opensIn: -2 * day, closesIn: -day });
    await addBallots(db, closed.id, [closed.choices.slice(0, 10)]);
    const inactive = await createTopic(db, { isActive: false });
    const empty = await createTopic(db, { opensIn: null, closesIn: null });
    for (const path of [
      ...[running, upcoming, closed, inactive].map(({ id }) => `/vote/${id}`),
      ...[running, upcoming, closed, empty].map(({ id }) => `/results/${id}`),
    ]) {
      await open(page, path);
      await expectAccessible(page, path);
    }
  });

  test('home, the way in, and what a voter opens', async ({ page, db }) => {
    for (const path of ['/', '/login', '/verify?email=somebody%40example.org&phoneRequired=false']) {
      await open(page, path);
      await expectAccessible(page, path);
    }
    const topic = await createTopic(db);
    const { email } = await createUser(db, { username: 'A name of forty letters'.padEnd(40, 'x') });
    await signIn(page, { email });
    await open(page, `/vote/${topic.id}`);
    await page.getByRole('button', { name: /Choice 2\b/ }).click();
    await expectAccessible(page, 'a begun ballot');
    await page.getByRole('button', { name: 'How ballots are counted' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'the dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'How ballots are counted' })).toBeFocused();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'the menu');
  });
});

test('nothing moves while a page loads', async ({ page, db }) => {
  const topic = await createTopic(db);
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', `/vote/${topic.id}`, '/results/10', '/login']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.01);
  }
});

test('a ballot page that is open when voting ends says so by itself', async ({ page, db }) => {
  const topic = await createTopic(db, { closesIn: 5 });
  await signIn(page, site().logins.voter);
  await open(page, `/vote/${topic.id}`);
  await page.getByRole('button', { name: /Choice 2\b/ }).click();
  await expect(page.getByText("Time's up!")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Voting Has Ended' })).toBeVisible();
});

test('forms say what is wrong next to the field, in the page’s language, and keep what was typed', async ({
  page,
  complaints,
}) => {
  await open(page, '/login?lng=fr');
  await page.getByRole('tab', { name: 'Inscription' }).click();
  await page.getByLabel('Nom d’utilisateur').fill('<b>');
  await page.getByLabel('E-mail').fill('personne');
  await page.getByLabel('Mot de passe', { exact: true }).fill('court');
  await page.getByLabel('Répétez').fill('autre');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByText('Les mots de passe ne correspondent pas.')).toBeVisible();
  await page.getByLabel('Répétez').fill('court');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByText('Adresse e-mail non valide')).toBeVisible();
  await expect(page.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
  await expect(page.getByLabel('Nom d’utilisateur')).toBeFocused();
  await expect(page.getByLabel('Nom d’utilisateur')).toHaveValue('<b>');
  await expect(page.getByLabel('E-mail')).toHaveValue('personne');
  await page.getByRole('tab', { name: 'Connexion' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('personne');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]); // the browser logs the refused request
});

test('a form whose request is lost says so and keeps what was typed', async ({ page, complaints }) => {
  await open(page, '/login');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('E-mail').first().fill('me@example.org');
  await page.getByLabel('Password', { exact: true }).first().fill('a password');
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login ErrorSomething went wrong. Please try again.');
  await expect(page.getByLabel('E-mail').first()).toHaveValue('me@example.org');
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_FAILED');
});

test('a popup whose code cannot be fetched leaves the page whole', async ({ page, complaints }) => {
  await open(page, '/');
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('button', { name: /Language/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /Language/ })).toBeVisible();
  expect(complaints.splice(0).length).toBeGreaterThan(0); // the browser tells of the lost file
});

test('a language that a link names stays with the visitor', async ({ page, db }) => {
  await createTopic(db, { nameEs: 'Un tema cualquiera', isFeatured: true });
  await open(page, '/?lng=es');
  await page
    .getByRole('link', { name: /^Votar/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/vote\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Tu papeleta' })).toBeVisible();
});

test('a toast goes after five seconds, by a swipe to the right, or for the next one', async ({ page, db }) => {
  await createTopic(db);
  await open(page, '/');
  const { voter } = site().logins;
  const logIn = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('E-mail').fill(voter.email);
    await page.getByLabel('Password', { exact: true }).fill(voter.password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible();
  };
  await logIn();
  await expect(page.getByText('Login Successful', { exact: true })).toBeHidden({ timeout: 7_000 });

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const bye = page.getByText('You are logged out', { exact: true });
  await expect(bye).toBeVisible();
  await logIn(); // its toast takes the other's place
  await expect(bye).toBeHidden();
  await expect(page.getByRole('region', { name: /Notification/ }).getByRole('listitem')).toHaveCount(1);

  const box = await page.getByText('Login Successful', { exact: true }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 4 });
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText('Login Successful', { exact: true })).toBeHidden({ timeout: 1_500 });
});
