import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Redis } from 'ioredis';
import type { ReceivedMail } from '#sandbox/mailbox.ts';
import type { ReceivedSms } from '#sandbox/sms.ts';
import type { StackFacts } from '#scripts/stack.ts';
import { createSessionIndex } from '#src/http/session-index.ts';
import { createDb, type Db } from '#src/platform/db.ts';
import { createLogger } from '#src/platform/logger.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import { sessionOf } from '../support/session.ts';

export { expect };

/** Where this worker's product runs. */
export const site = (): StackFacts => JSON.parse(process.env.E2E ?? '')[Number(process.env.TEST_PARALLEL_INDEX)];

interface WorkerFixtures {
  /** The product's database, to make topics with known ballots and to let time pass. */
  db: Db;
  redis: Redis;
}

interface Fixtures {
  /** What the browser complained about: a test that leaves any behind fails. */
  complaints: string[];
  freshLimits: undefined;
}

/** Of this worker, for helpers that get a page alone. */
let connections: { db: Db; redis: Redis } | undefined;

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
  baseURL: async ({}, use) => use(site().web),
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const db = createDb(site().databaseUrl, 2);
      await use(db);
      await db.destroy();
    },
    { scope: 'worker' },
  ],
  redis: [
    async ({ db }, use) => {
      const redis = createRedis(site().redisUrl, createLogger('silent', 'test'), { answerFast: true });
      connections = { db, redis };
      await use(redis);
      await redis.quit();
    },
    { scope: 'worker' },
  ],
  // All tests come from one address: what one has used up of a limit is not the next one's.
  freshLimits: [
    async ({ redis }, use) => {
      const used = await redis.keys('podium:limit:*');
      if (used.length > 0) await redis.del(used);
      await use(undefined);
    },
    { auto: true },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use(complaints);
      expect(complaints, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

/** The newest mail to an address, once it is there. */
export const mailTo = (email: string) => newest<ReceivedMail>('mails', email);

/** The newest text message to a number, once it is there. */
export const smsTo = (phoneNumber: string) => newest<ReceivedSms>('sms', phoneNumber);

async function newest<Received>(kind: 'mails' | 'sms', to: string): Promise<Received> {
  for (let tries = 0; tries < 100; tries++) {
    const [message] = (await (
      await fetch(`${site().sandbox}/api/${kind}?to=${encodeURIComponent(to)}`)
    ).json()) as Received[];
    if (message) return message;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing came to ${to}`);
}

/** A page that has been hydrated: what is pressed now acts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await hydrated(page);
  // Rows that are laid out as they come into view would move what is just being pressed below them.
  await page.addStyleTag({ content: '[class*="content-visibility"] { content-visibility: visible !important; }' });
}

/** Waits until React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const elements = [...document.querySelectorAll('#root *')].filter((element) => !element.closest('svg'));
    return elements.every((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber')));
  });
}

/** Signs a browser in by a session put in place: what logging in does has tests of its own. */
export async function signIn(page: Page, { email }: { email: string }, { passwordAgeMinutes = 0 } = {}): Promise<void> {
  if (!connections) throw new Error('only tests can sign in');
  const { db, redis } = connections;
  const user = await db('accounts.users').where({ email }).whereNotNull('claimed_at').first('id', 'session_version');
  const prefix = 'podium:';
  const store = { redis, secrets: createSecrets(site().appSecret), prefix };
  const [name = '', value = ''] = (await sessionOf(store, user.id, user.session_version, passwordAgeMinutes)).split(
    '=',
  );
  await page.context().addCookies([{ name, value, url: site().web, httpOnly: true, sameSite: 'Lax' }]);
  const [sid = ''] = decodeURIComponent(value).slice('s:'.length).split('.');
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await createSessionIndex(redis, prefix, (id) => id).add(user.id, sid, userAgent);
}

/** What axe finds on the page as it is, one line a finding. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Without motion, colours are measured as they stay; motion that goes on or begins meanwhile would be caught halfway. The
  // page stays without it: to begin anew would be motion, too, and popups wait for the end of theirs.
  await page.addStyleTag({
    content: '*, ::before, ::after { animation: none !important; transition: none !important; }',
  });
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Frames of other origins are put together on a page of its own, which takes longer than the rest.
  if (page.frames().length === 1) axe.setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

/** The narrowest screen by night, and a desk by day. */
export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const;

/** A page as it is, in each look: axe finds nothing, and it is no wider than the screen. It is not loaded again. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityFindings(page), `${what}, ${colorScheme}, ${width} px`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${what} is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}
