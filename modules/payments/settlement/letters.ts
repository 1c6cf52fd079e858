import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import type { Db } from '#src/platform/db.ts';
import { formatMoney } from '#src/shared/money.ts';
import type { PaymentReason, PaymentStatus } from '../contract/index.ts';
import type { PaymentRow } from './store.ts';

interface Dependencies {
  db: Db;
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send'>;
  voting: Pick<Voting, 'topic'>;
}

/**
 * What the buyer is told by mail when a payment changes: a receipt when its ballot counts, and a word when its money goes
 * back. Read ahead of the transaction that sends it. Somebody who has been erased is told nothing.
 */
export interface Letters {
  /** `ballotStays`: the topic was final before its money went back. */
  send(trx: Db, now: { status: PaymentStatus; reason: PaymentReason | null; ballotStays: boolean }): Promise<void>;
}

/** What each mail says of why the money goes back. */
const whys = { late: 'late', topic_cancelled: 'topic_cancelled', admin: 'admin' } as const;

export async function lettersOf(
  { db, accounts, notifications, voting }: Dependencies,
  payment: PaymentRow,
): Promise<Letters> {
  const contact = (await accounts.contactsOf(db, [payment.user_id])).get(payment.user_id);
  if (!contact) return { send: async () => {} };
  const topic = await voting.topic(payment.topic_id);
  const { id, status: before, language, currency, amount, ranking, created_at, tier } = payment;
  const names = new Map(topic.choices.map((choice) => [choice.id, choice.name]));
  const to = { to: contact.email, language };
  const values = {
    payment: id,
    topicId: topic.id,
    topic: inLanguage(topic, language).name,
    amount: formatMoney(amount, currency, language),
    date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(created_at),
  };
  return {
    async send(trx, { status, reason, ballotStays }) {
      const goesBack = (at: PaymentStatus) => at === 'refunding' || at === 'refunded';
      if (status === 'succeeded' && (before === 'open' || before === 'processing')) {
        const ballot = { size: tier, ranking: ranking.map((choiceId) => names.get(choiceId) ?? '') };
        await notifications.send(trx, { ...to, template: 'payment_receipt', values: { ...values, ...ballot } });
      } else if (goesBack(status) && !goesBack(before)) {
        const why = whys[reason as keyof typeof whys] ?? 'other';
        await notifications.send(trx, { ...to, template: 'payment_refunded', values: { ...values, why, ballotStays } });
      }
    },
  };
}
