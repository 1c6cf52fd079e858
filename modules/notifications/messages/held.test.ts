import { afterEach, expect, it } from 'vitest';
import { testSite } from '#tests/support/site.ts';
import type { Message } from '../contract/index.ts';
import { deliverMessage } from '../jobs.ts';

/* The switches of notifications: what goes out all the same, and what waits (decision 9). */

const site = await testSite({ poolMax: 10 });
const { db, mails, sms, settings } = site;
const { notifications } = site.modules;

afterEach(async () => {
  for (const key of ['email_notifications', 'sms_notifications'] as const) await settings.change(db, key, true);
});

let count = 0;
/** Promises a message; gives its row's number and its address. */
async function promised(message: Pick<Message, 'template' | 'values'> & { channel?: 'sms'; expiresAt?: Date }) {
  count += 1;
  const to = message.channel === 'sms' ? `+3460090${String(count).padStart(4, '0')}` : `held${count}@example.org`;
  await db.transaction((trx) => notifications.send(trx, { ...message, to, language: 'en' } as Message));
  const { id } = await db('notifications.messages').orderBy('id', 'desc').first();
  await notifications.deliver(id);
  return { id, to };
}
const rowOf = (id: number) => db('notifications.messages').where({ id }).first();
const jobsFor = (id: number) =>
  db('platform.outbox')
    .where({ job: deliverMessage.name })
    .whereRaw('payload = ?', [JSON.stringify({ messageId: id })]);
const arrived = (to: string) => [...mails, ...sms].filter((message) => message.to === to).length;

const news = { template: 'results_final', values: { topicId: 1, topic: 'Rockets' } } as const;
const award = {
  ...{ topicId: 1, topic: 'Rockets' },
  size: 3,
  place: 1,
  amount: '$1',
  payableOn: 'today',
  kyc: false,
};
const paid = { ...{ payment: 1, topicId: 1, topic: 'Rockets' }, amount: '$2', date: 'today' };
const code = { code: '123456', minutes: 10 };
const link = { token: 'a-token', hours: 24 };

it.each([
  { template: 'verification_code', values: code },
  { template: 'account_action_code', values: { ...code, action: 'data_export' } },
  { template: 'password_reset', values: { token: 'a-token', minutes: 60 } },
  { template: 'password_changed', values: {} },
  { template: 'already_registered', values: {} },
  { template: 'contact_changed', values: { kind: 'email' } },
  { template: 'account_erased', values: {} },
  { template: 'payment_receipt', values: { ...paid, size: 3, ranking: ['One'] } },
  { template: 'payment_refunded', values: { ...paid, why: 'late' } },
  { template: 'verification_code', channel: 'sms', values: code },
  { template: 'account_action_code', channel: 'sms', values: { ...code, action: 'account_deletion' } },
] as const)('switched off, $template goes out all the same', async (message) => {
  await settings.change(db, 'email_notifications', false);
  await settings.change(db, 'sms_notifications', false);
  const { id, to } = await promised(message as never);
  expect(arrived(to)).toBe(1);
  expect(await rowOf(id)).toMatchObject({ sealed: null, sent_at: expect.any(Date), held_at: null });
});

it.each([
  { ...news, key: 'email_notifications' },
  { template: 'award', values: award, key: 'email_notifications' },
  { template: 'subscription_confirmation', values: link, key: 'email_notifications' },
  { template: 'subscription_confirmation', values: link, channel: 'sms', key: 'sms_notifications' },
] as const)(
  'switched off, $template waits sealed, and goes out once when its channel is on again',
  async ({ key, ...message }) => {
    await settings.change(db, key, false);
    const { id, to } = await promised(message as never);
    await notifications.handOn();
    expect(arrived(to)).toBe(0);
    expect(await rowOf(id)).toMatchObject({ sealed: expect.any(Buffer), held_at: expect.any(Date), sent_at: null });
    expect(await jobsFor(id)).toHaveLength(1); // its own, which is done

    await settings.change(db, key, true);
    await Promise.all([notifications.handOn(), notifications.handOn()]);
    expect(await jobsFor(id)).toHaveLength(2);
    await notifications.deliver(id);
    await notifications.deliver(id);
    expect(arrived(to)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ sealed: null, sent_at: expect.any(Date) });
  },
);

it('each switch is that of its own channel', async () => {
  await settings.change(db, 'sms_notifications', false);
  expect(arrived((await promised(news)).to)).toBe(1);
});

it('what waits expires after three days, or when it makes no sense any more; then nothing of it is left', async () => {
  await settings.change(db, 'email_notifications', false);
  const old = await promised(news);
  const short = await promised({ ...news, expiresAt: new Date(Date.now() + 60_000) });
  const young = await promised(news);
  const age = (id: number, hours: number) =>
    db('notifications.messages')
      .where({ id })
      .update({
        created_at: db.raw('created_at - make_interval(hours => ?)', [hours]),
        expires_at: db.raw('expires_at - make_interval(hours => ?)', [hours]),
      });
  await age(old.id, 72);
  await age(short.id, 1);
  await age(young.id, 71);
  await notifications.handOn();
  for (const { id } of [old, short]) {
    expect(await rowOf(id)).toMatchObject({ sealed: null, sent_at: null, given_up_at: expect.any(Date) });
  }
  await settings.change(db, 'email_notifications', true);
  await notifications.handOn();
  await site.deliver();
  expect([old, short, young].map(({ to }) => arrived(to))).toEqual([0, 0, 1]);
});

it('held again, a message does not wait longer', async () => {
  await settings.change(db, 'email_notifications', false);
  const { id } = await promised(news);
  const { expires_at } = await rowOf(id);
  await settings.change(db, 'email_notifications', true);
  await notifications.handOn();
  await settings.change(db, 'email_notifications', false);
  await notifications.deliver(id);
  expect(await rowOf(id)).toMatchObject({ held_at: expect.any(Date), expires_at });
});
