import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { inLanguage } from '#modules/voting/rules/localize.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueue } from '#src/platform/outbox.ts';
import { formatMoney } from '#src/shared/money.ts';
import type { Prizes } from '../contract/index.ts';
import { tellVoters } from '../jobs.ts';
import { kycFromCents } from '../rules/awards.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'textsOf'>;
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send' | 'wantNews'>;
}

export interface Letters {
  /** Writes to the winners of a topic, in the transaction that finalizes it, and has the other voters told. */
  tell(trx: Db, topicId: number): Promise<void>;
  tellVoters: Prizes['tellVoters'];
}

/** Voters who are told in one transaction. */
const batch = 1_000;

/** Winners are told at once; the other voters, if they want news, by a job of its own. */
export function createLetters({ db, voting, accounts, notifications }: Dependencies): Letters {
  /** The next voters of a topic; false when there are none left. */
  const tellNext = (topicId: number) =>
    db.transaction(async (trx): Promise<boolean> => {
      const contest = await trx('prizes.contests').where({ topic_id: topicId }).forUpdate().first('told_to');
      const topic = (await voting.textsOf(trx, [topicId])).get(topicId);
      if (!contest || !topic) return false;
      const voters = await trx('prizes.entries')
        .where({ topic_id: topicId, reference: true })
        .where('user_id', '>', contest.told_to)
        .orderBy('user_id')
        .limit(batch)
        .pluck<number[]>('user_id');
      if (voters.length === 0) return false;
      const winners = new Set(await trx('prizes.awards').where({ topic_id: topicId }).pluck<number[]>('user_id'));
      const contacts = [...(await accounts.contactsOf(trx, voters))].filter(([userId]) => !winners.has(userId));
      const wanting = await notifications.wantNews(
        trx,
        contacts.map(([, { email }]) => email),
      );
      for (const [, { email, language }] of contacts) {
        if (!wanting.has(email.toLowerCase())) continue;
        const values = { topicId, topic: inLanguage(topic, language).name };
        await notifications.send(trx, { template: 'results_final', to: email, language, values });
      }
      await trx('prizes.contests')
        .where({ topic_id: topicId })
        .update({ told_to: voters.at(-1) });
      return true;
    });

  return {
    async tellVoters(topicId) {
      while (await tellNext(topicId));
    },

    async tell(trx, topicId) {
      await enqueue(trx, tellVoters, { topicId });
      const awards = await trx('prizes.awards').where({ topic_id: topicId }).orderBy(['user_id', 'tier']);
      const topic = (await voting.textsOf(trx, [topicId])).get(topicId);
      if (awards.length === 0 || !topic) return;
      const contacts = await accounts.contactsOf(
        trx,
        awards.map(({ user_id }) => user_id),
      );
      for (const { user_id, tier, place, cents, payable_at } of awards) {
        const contact = contacts.get(user_id);
        if (!contact) continue;
        const { email, language } = contact;
        await notifications.send(trx, {
          template: 'award',
          to: email,
          language,
          values: {
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
