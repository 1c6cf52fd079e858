import type { Page } from '@playwright/test';
import { beginPayment } from '../factories/contests.ts';
import { closeTopic, createTopic } from '../factories/topics.ts';
import { makeDue, passTime } from './clocks.ts';
import { noOverflow } from './login-support.ts';
import { createContest, finalContest, finalize } from './results-support.ts';
import { accessibilityFindings, expect, open, signIn, test } from './support.ts';

/* What becomes of a closed topic, as a stranger, a voter and a doubter see it. */

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('results are provisional until the last payment is settled, then final without a reload', async ({ page, db }) => {
  const { topic, me } = await createContest(db);
  const late = await beginPayment(db, topic, me.id);
  await page.clock.install();
  await closeTopic(db, topic.id);
  await open(page, `/results/${topic.id}`);
  await expect(page.getByText('Counting: prizes follow', { exact: true }).first()).toBeVisible();
  await expect(section(page, 'Counting: prizes follow')).toContainText('Once the last payments are settled');
  await expect(page.getByText(/leads with [\d,]+ points/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Recount the results' })).toHaveCount(0);

  await db('payments.payments').where({ id: late }).update({ status: 'canceled' });
  await makeDue(db, 'ended-topics'); // the sweep itself comes back to it
  const final = page.getByText('Results Final', { exact: true });
  await passTime(page, 5_000, () => expect(final).toBeVisible({ timeout: 300 }));
  await expect(page.getByText(/wins with [\d,]+ points, \d+ ahead of/)).toBeVisible();
  await expect(section(page, 'Prizes')).toContainText(/\$[\d.]+ for \d+ winners/);
  await expect(page.getByRole('link', { name: 'Recount the results' })).toBeVisible();
});

test('each pool says how it came about, and its awards sum to it', async ({ page, db }) => {
  const { topic } = await finalContest(db);
  await open(page, `/results/${topic.id}`);
  for (const tier of ['Top 3', 'Top 5', 'Top 10']) {
    const pool = page.getByRole('region', { name: new RegExp(`^${tier} \\$`) });
    const [, revenue = 0, half = 0] =
      /brought in \$([\d.]+)\. Half of it, rounded down to the cent, is the pool: \$([\d.]+)\./
        .exec((await pool.textContent()) ?? '')
        ?.map(Number) ?? [];
    expect(revenue, tier).toBeGreaterThan(0);
    expect(Math.round(half * 100)).toBe(Math.floor((revenue * 100) / 2));
    await expect(pool).toContainText(/\d+ voters took part\. The 10 most accurate share it by the weights 10 : 9 : 8/);
    const awards = await pool.getByRole('table').getByRole('row').locator('td:last-child').allInnerTexts();
    expect(awards).toHaveLength(10);
    const cents = awards.map((award) => Math.round(Number(award.replace('$', '')) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(half * 100));
    expect(cents).toEqual(cents.toSorted((a, b) => b - a));
  }
  await expect(page.getByRole('cell', { name: 'Kraków, Poland' }).first()).toBeVisible();
  await expect(page.getByText('Anonymous').first()).toBeVisible();
  await page.getByRole('link', { name: 'How prizes are computed' }).click();
  await expect(page).toHaveURL('/how-it-works#prizes');
});

test('a voter sees the own ballots in the picture, place by place, and what they win', async ({ page, db }) => {
  const { topic, me } = await finalContest(db);
  await signIn(page, { email: me.email });
  await open(page, `/results/${topic.id}`);
  const ranked = (choice: number) =>
    page
      .getByRole('table')
      .first()
      .getByRole('row')
      .filter({ has: page.getByText(`Choice ${choice}`, { exact: true }) });
  await expect(ranked(1)).toContainText('Your no. 1');
  await expect(ranked(8)).toContainText('Your no. 1');
  await expect(ranked(5)).toContainText('Your no. 5');
  await expect(ranked(6)).not.toContainText('Your no.');
  const own = section(page, 'Your ballots against the crowd');
  const ballots = own.getByRole('article');
  await expect(ballots).toHaveCount(3);
  for (const ballot of await ballots.all()) {
    const points = await ballot.locator('tbody td:last-child').allInnerTexts();
    let sum = 0;
    for (const text of points) {
      const [, worth = 0, distance = 0, counted = 0] = /(\d+) − (\d+) =\s*(\d+)/.exec(text)?.map(Number) ?? [];
      expect(counted, text).toBe(Math.max(0, worth - distance));
      sum += counted;
    }
    await expect(ballot.locator('tfoot td')).toHaveText(String(sum));
  }
  await expect(own).toContainText(/Place \d+ of \d+ in the Top 3 contest/);
  await expect(own).toContainText('Another of your ballots stands for you in the Top 5 contest.');
  await expect(own).toContainText(/You win \$[\d.]+\s*Payable from/);
  await expect(page.getByRole('row').filter({ hasText: 'Turku, Finland' }).first()).toContainText('You');
  const [won] = await db('prizes.awards').where({ topic_id: topic.id, user_id: me.id }).sum({ cents: 'cents' });
  await page.getByRole('link', { name: `You win $${(Number(won?.cents) / 100).toFixed(2)}` }).click();
  await expect(own).toBeInViewport();

  await db('prizes.awards')
    .where({ topic_id: topic.id, user_id: me.id, tier: 3 })
    .update({ status: 'withheld', reason: 'Two accounts', decided_at: db.fn.now() });
  await page.reload();
  await expect(own).toContainText('Withheld: Two accounts');
  await db('prizes.awards')
    .where({ topic_id: topic.id, user_id: me.id, tier: 3 })
    .update({ status: 'owed', reason: null, decided_at: null });
});

test('results are shared by plain links, by the address, and by the device', async ({ page, db, context, baseURL }) => {
  const { topic, name } = await finalContest(db);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) });
  });
  await open(page, `/results/${topic.id}?utm_source=mail`);
  const address = `${baseURL}/results/${topic.id}`;
  const share = section(page, 'Share these results');
  for (const [place, host] of [
    ['X', 'x.com'],
    ['Facebook', 'www.facebook.com'],
    ['WhatsApp', 'wa.me'],
  ] as const) {
    const link = share.getByRole('link', { name: `Share on ${place}` });
    await expect(link).toHaveAttribute('rel', /noopener/);
    const url = new URL((await link.getAttribute('href')) ?? '');
    expect(url.host).toBe(host);
    expect(url.search).toContain(encodeURIComponent(address));
    if (place !== 'Facebook') expect(url.searchParams.get('text')).toContain(`“${name}”, ranked by 61 voters.`);
  }
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await share.getByRole('button', { name: 'Share...' }).click();
  expect(await page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([
    expect.objectContaining({ title: name, url: address }),
  ]);
});

test('places and pairs can be read as tables; the pairs are asked for only when they are opened', async ({
  page,
  db,
}) => {
  const { topic } = await finalContest(db);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, `/results/${topic.id}`);
  await page.getByText('The same in numbers').click();
  const places = page.getByRole('table', { name: 'How many ballots put each choice on each place' });
  const [first] = await db('voting.final_results').where({ topic_id: topic.id }).orderBy('rank');
  await expect(places.getByRole('row').nth(1).getByRole('cell')).toHaveText(first.places.map(String));

  const address = `/api/topics/${topic.id}/head-to-head`;
  expect(asked).not.toContain(address);
  await page.locator('summary', { hasText: 'Head to head' }).press('Enter');
  const pairs = page.getByRole('table', { name: /^Ballots above and below/ });
  await expect(pairs).toBeVisible();
  expect(asked).toContain(address);
  const [a, b] = await db('voting.final_results')
    .where({ topic_id: topic.id })
    .orderBy('rank')
    .limit(2)
    .pluck('choice_id');
  const duel = async (one: number, other: number) =>
    (await db('voting.final_duels').where({ topic_id: topic.id, choice_id: one, other_id: other }).first()).ballots;
  await expect(pairs.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(
    `${await duel(a, b)} : ${await duel(b, a)}`,
  );
  const region = section(page, 'Ballots above and below, choice against choice');
  await region.evaluate((element) => element.scrollTo({ left: 200 }));
  await expect(pairs.getByRole('rowheader').first()).toBeInViewport({ ratio: 0.9 }); // it stays at the edge
  await noOverflow(page);
});

test('a closed card counts until it is final, then says who has won', async ({ page, db }) => {
  const { topic, name } = await finalContest(db);
  await page.goto(`/results?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('article').filter({ hasText: name });
  const awards = await db('prizes.awards').where({ topic_id: topic.id });
  const total = awards.reduce((sum, { cents }) => sum + cents, 0);
  await expect(card).toContainText(`Voting Ended$${(total / 100).toFixed(2)}, ${awards.length} winners`);
  await expect(card).toContainText('Prize Distribution Complete');
  await expect(card).toContainText('Results Final');
  await expect(card.getByRole('list').getByRole('listitem')).toHaveText(
    Array(3).fill(/^(.*, .*|Kenya|Anonymous)\$\d+\.\d\d$/),
  );
  await expect(card).toContainText(`+${awards.length - 3} more winners`);
});

for (const language of ['en', 'es', 'fr'] as const) {
  test(`closed cards fit in every row, in ${language}`, async ({ page, db }) => {
    await finalContest(db);
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/results?lng=${language}`);
      await noOverflow(page);
      const cards = await page.getByRole('article').evaluateAll((all) =>
        all.map((card) => {
          const { top, height } = card.getBoundingClientRect();
          const inside = [...card.querySelectorAll('p, dl, dd, dt, li, h2')];
          return {
            top,
            height,
            spills: inside.some((one) => one.scrollWidth > one.clientWidth + 1 && !one.matches('.truncate, li')),
          };
        }),
      );
      for (const row of Map.groupBy(cards, ({ top }) => Math.round(top)).values()) {
        expect(new Set(row.map(({ height }) => Math.round(height))).size, `${width} px`).toBe(1);
      }
      expect(cards.filter(({ spills }) => spills)).toEqual([]);
    }
  });
}

test('a topic without an end has no prizes; one with no votes says so; a pool without entrants is not awarded', async ({
  page,
  db,
}) => {
  const endless = await createTopic(db, { opensIn: null, closesIn: null });
  await open(page, `/results/${endless.id}`);
  await expect(page.getByRole('heading', { name: 'No votes yet' })).toBeVisible();
  await expect(section(page, 'Prizes')).toContainText('This topic never closes, so it has no prizes.');
  await expect(section(page, 'Vote Now')).toContainText('$2.00');

  const { topic } = await createContest(db, 3);
  const voters = db('voting.ballots').where({ topic_id: topic.id }).select('user_id');
  await db('accounts.users').whereIn('id', voters).update({ phone_verified_at: null });
  await finalize(db, topic.id);
  await open(page, `/results/${topic.id}`);
  await expect(section(page, 'Prizes')).toContainText('Nothing was awarded.');
  await expect(section(page, 'Prizes')).toContainText('so the pool is not awarded');
  await expect(section(page, 'Prizes')).toContainText('With fewer than 50 voters the ballots are not published');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`final results are accessible and no wider than any screen, ${colorScheme}`, async ({ page, db }) => {
    const { topic, me } = await finalContest(db);
    await page.emulateMedia({ colorScheme });
    await signIn(page, { email: me.email });
    await open(page, `/results/${topic.id}`);
    await page.getByText('The same in numbers').click();
    await page.locator('summary', { hasText: 'Head to head' }).click();
    await expect(page.getByRole('table', { name: /^Ballots above and below/ })).toBeVisible();
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFindings(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await noOverflow(page);
  });
}
