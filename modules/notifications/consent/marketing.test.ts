import { expect, it } from 'vitest';
import { newAddress, subscribe } from '#tests/factories/subscribers.ts';
import { createUser } from '#tests/factories/users.ts';
import { testDatabase } from '#tests/support/database.ts';
import { marketing } from './marketing.ts';

/* What those who send marketing ask: who has consented, and whether one more mail may go. */

const { db } = await testDatabase({ poolMax: 5 });

const audience = (emails?: string[]) =>
  db.transaction(async (trx) => {
    const batches = [];
    for await (const batch of marketing.marketingAudience(trx, emails)) batches.push(batch);
    return batches;
  });
const claim = (address: string, again = false) =>
  db.transaction((trx) => marketing.claimMarketing(trx, address, again));

it('the audience comes in batches, in order, and again to whoever asks again', async () => {
  expect(await audience()).toEqual([]);
  const crowd = Array.from({ length: 10_001 }, (_, n) => `crowd${n}@example.org`);
  await db.raw(
    `insert into notifications.subscriptions (channel, address, service, marketing, language, privacy_version, terms_version)
     select 'email', address, true, true, 'en', 'test', 'test' from unnest(?::text[]) as address`,
    [crowd],
  );
  const french = await subscribe(db, { address: 'French@example.org', language: 'fr' });
  const no = await subscribe(db, { marketing: false });
  const batches = await audience();
  expect(batches.map(({ length }) => length)).toEqual([10_000, 2]);
  expect(batches.flat().map(({ address }) => address)).toEqual([...crowd, french]);
  expect(batches.flat().at(-1)).toEqual({ address: french, language: 'fr' });
  expect(await audience(['french@example.org', no, newAddress()])).toEqual([[{ address: french, language: 'fr' }]]);
  await db.transaction(async (trx) => {
    for (const _twice of [1, 2]) {
      let many = 0;
      for await (const batch of marketing.marketingAudience(trx)) many += batch.length;
      expect(many).toBe(10_002);
    }
  });
});

it('a claim is granted twice in seven days, however many ask at once', async () => {
  const address = await subscribe(db);
  const before = await marketing.marketingReach(db);
  const answers = await Promise.all(Array.from({ length: 5 }, () => claim(address.toUpperCase())));
  expect(answers.toSorted()).toEqual(['granted', 'granted', 'over_limit', 'over_limit', 'over_limit']);
  expect(await marketing.marketingReach(db)).toEqual({ ...before, overLimit: before.overLimit + 1 });
});

it('a claim that is repeated asks for the consent alone, and counts nothing', async () => {
  const address = await subscribe(db);
  const counted = () => db('notifications.subscriptions').where({ address }).first('marketing_last_at');
  await claim(address);
  const before = await counted();
  expect([await claim(address, true), await claim(address, true)]).toEqual(['granted', 'granted']);
  expect(await counted()).toEqual(before);
  await db('notifications.subscriptions').where({ address }).update({ marketing: false });
  expect([await claim(address), await claim(address, true)]).toEqual(['unconsented', 'unconsented']);
  expect(await claim(newAddress())).toBe('unconsented');
});

it("a person's addresses are the account's and those it has subscribed", async () => {
  const person = await createUser(db);
  const [other, phone] = [await subscribe(db, { address: `Other-${newAddress()}` }), '+34600700701'];
  await subscribe(db, { channel: 'sms', address: phone });
  await db('notifications.subscriptions').whereIn('address', [other, phone]).update({ user_id: person.id });
  const found = await marketing.emailsOf(db, { id: person.id, email: person.email.toUpperCase() });
  expect(found.toSorted()).toEqual([person.email, other].map((email) => email.toLowerCase()).toSorted());
});
