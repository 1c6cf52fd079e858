import type { Db } from '../../src/platform/db.ts';
import { formatMoney } from '../../src/shared/money.ts';
import type { Accounts } from '../accounts/contract.ts';
import type { Notifications } from '../notifications/contract.ts';
import type { Voting } from '../voting/contract.ts';
import { inLanguage } from '../voting/rules/localize.ts';
import { kycFromCents } from './rules/awards.ts';

interface Dependencies {
  voting: Pick<Voting, 'summaries'>;
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send'>;
}

export interface Letters {
  /** Writes to the winners of a topic, in the transaction that finalizes it. */
  tell(trx: Db, topicId: number): Promise<void>;
}

/** Winners are told at once; voters who have not won, and want mails, are told by a job of their own. */
export function createLetters({ voting, accounts, notifications }: Dependencies): Letters {
  return {
    async tell(trx, topicId) {
      const awards = await trx('prizes.awards').where({ topic_id: topicId }).orderBy(['user_id', 'tier']);
      const topic = (await voting.summaries([topicId])).get(topicId);
      if (awards.length === 0 || !topic) return;
      const contacts = await accounts.contactsOf(
        trx,
        awards.map(({ user_id }) => user_id),
      );
      for (const { user_id, tier, place, cents, payable_at } of awards) {
        const contact = contacts.get(user_id);
        if (!contact) continue;
        const { username, email, language } = contact;
        await notifications.send(trx, {
          template: 'award',
          to: email,
          language,
          values: {
            username,
            topicId,
            topic: inLanguage(topic, language).name,
            size: tier,
            place,
            amount: formatMoney(cents, 'USD', language),
            payableOn: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(payable_at),
            kyc: cents >= kycFromCents,
          },
        });
      }
    },
  };
}
