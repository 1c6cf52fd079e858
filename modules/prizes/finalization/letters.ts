import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import type { TopicTitle, Voting } from '#modules/voting/contract/index.ts';
import { nameIn } from '#modules/voting/rules/localize.ts';
import type { Db } from '#src/platform/db.ts';
import { formatMoney } from '#src/shared/money.ts';
import type { AwardRow } from '../awards/awards.ts';
import type { Prizes } from '../contract/index.ts';
import { kycFromCents } from '../rules/awards.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'titlesOf'>;
  accounts: Pick<Accounts, 'contactsOf'>;
  notifications: Pick<Notifications, 'send' | 'wantNews'>;
}

/** Voters who are told in one transaction. */
const batch = 1_000;

/** What follows a final result: a mail to each winner, and one to the other voters who want news. */
export function createLetters({
  db,
  voting,
  accounts,
  notifications,
}: Dependencies): Pick<Prizes, 'tellWinners' | 'tellVoters'> {
  /** The contest of a topic, which nobody else tells anybody of until the transaction ends, and the topic's names. */
  const held = async (trx: Db, topicId: number) => {
    const contest = await trx('prizes.contests')
      .where({ topic_id: topicId })
      .forUpdate()
      .first<{ told_to: number; winners_told_at: Date | null } | undefined>('told_to', 'winners_told_at');
    const topic = (await voting.titlesOf(trx, [topicId])).get(topicId);
    return contest && topic ? { ...contest, topic } : null;
  };

  /** The next voters of a topic; false when there are none left. */
  const tellNext = (topicId: number) =>
    db.transaction(async (trx): Promise<boolean> => {
      const contest = await held(trx, topicId);
      if (!contest) return false;
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
        const values = { topicId, topic: nameIn(contest.topic, language) };
        await notifications.send(trx, { template: 'results_final', to: email, language, values });
      }
      await trx('prizes.contests')
        .where({ topic_id: topicId })
        .update({ told_to: voters.at(-1) });
      return true;
    });

  const writeToWinners = async (trx: Db, topic: TopicTitle): Promise<void> => {
    const awards = await trx<AwardRow>('prizes.awards').where({ topic_id: topic.id }).orderBy(['user_id', 'tier']);
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
          topicId: topic.id,
          topic: nameIn(topic, language),
          size: tier,
          place,
          amount: formatMoney(cents, 'USD', language),
          payableOn: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(payable_at),
          kyc: cents >= kycFromCents,
        },
      });
    }
  };

  return {
    tellWinners: (topicId) =>
      db.transaction(async (trx) => {
        const contest = await held(trx, topicId);
        if (!contest || contest.winners_told_at) return;
        await writeToWinners(trx, contest.topic);
        await trx('prizes.contests').where({ topic_id: topicId }).update({ winners_told_at: trx.fn.now() });
      }),

    async tellVoters(topicId) {
      while (await tellNext(topicId));
    },
  };
}
