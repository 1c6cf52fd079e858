import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { nameIn } from '#modules/voting/rules/localize.ts';
import type { Db } from '#src/platform/db.ts';
import { formatMoney } from '#src/shared/money.ts';
import type { PaymentStatus } from '../contract/index.ts';
import type { Outcome } from './outcomes.ts';
import type { PaymentRow } from './store.ts';

interface Dependencies {
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send'>;
  voting: Pick<Voting, 'titlesOf' | 'choicesOf'>;
}

/**
 * Tells the buyer by mail of a payment that changes, in the change's transaction: a receipt when its ballot counts, and a
 * word when its money goes back. `before` is the payment as it was. Somebody who has been erased is told nothing.
 */
export type Letters = (trx: Db, before: PaymentRow, now: Outcome) => Promise<void>;

/** What each mail says of why the money goes back. */
const whys = { late: 'late', topic_cancelled: 'topic_cancelled', admin: 'admin' } as const;

const wasUnpaid = (status: PaymentStatus) => status === 'open' || status === 'processing';
const goesBack = (status: PaymentStatus) => status === 'refunding' || status === 'refunded';

export function createLetters({ accounts, notifications, voting }: Dependencies): Letters {
  return async (trx, payment, { status, reason, ballotStays = false }) => {
    const paid = status === 'succeeded' && wasUnpaid(payment.status);
    const returned = goesBack(status) && !goesBack(payment.status);
    if (!paid && !returned) return;
    const { id, user_id: userId, topic_id: topicId, language, currency, amount, created_at } = payment;
    const contact = (await accounts.contactsOf(trx, [userId])).get(userId);
    const topic = (await voting.titlesOf(trx, [topicId])).get(topicId);
    if (!contact || !topic) return;
    const to = { to: contact.email, language };
    const values = {
      ...{ payment: id, topicId, topic: nameIn(topic, language) },
      amount: formatMoney(amount, currency, language),
      date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(created_at),
    };
    if (paid) {
      const names = new Map((await voting.choicesOf(trx, topicId)).map((choice) => [choice.id, choice.name]));
      const ballot = { size: payment.tier, ranking: payment.ranking.map((choiceId) => names.get(choiceId) ?? '') };
      await notifications.send(trx, { ...to, template: 'payment_receipt', values: { ...values, ...ballot } });
    } else {
      const why = whys[reason as keyof typeof whys] ?? 'other';
      await notifications.send(trx, {
        ...to,
        template: 'payment_refunded',
        values: { ...values, why, ballotStays },
      });
    }
  };
}
