import { randomBytes } from 'node:crypto';
import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Freeze, FrozenBallot, Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { publish } from '#src/platform/events.ts';
import { enqueueOnce } from '#src/platform/outbox.ts';
import { topicFinalized } from '../contract/events.ts';
import type { Prizes } from '../contract/index.ts';
import { finalizeTopic } from '../jobs.ts';
import { pseudonym } from '../public-ballots/bundle.ts';
import { accuracyOf } from '../rules/accuracy.ts';
import { awardsOf, payableAfterDays, poolOf, ruleVersion, weights } from '../rules/awards.ts';
import { prizeRanking, type Ranks } from '../rules/ranking.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'toFinalize' | 'waitsSince' | 'freeze'>;
  payments: Pick<Payments, 'underWay' | 'bookAward'>;
  accounts: Pick<Accounts, 'eligibleAmong' | 'locationsOf'>;
}

/** How long after its end a topic waits for payments under way. */
const patienceMinutes = 30;

/** The close of a topic: results, revenue, accuracies, pools and awards, frozen in one transaction. */
export function createFinalization({
  db,
  voting,
  payments,
  accounts,
}: Dependencies): Pick<Prizes, 'findEnded' | 'finalize'> {
  return {
    async findEnded() {
      for (const topicId of await voting.toFinalize(db)) await enqueueOnce(db, finalizeTopic, { topicId });
    },

    async finalize(topicId) {
      const endedAt = await voting.waitsSince(db, topicId);
      if (!endedAt) return; // it has been finalized, or cancelled
      const late = Date.now() - endedAt.getTime() > patienceMinutes * 60_000;
      if (!late && (await payments.underWay(db, topicId)) > 0) return; // the sweep comes back to it
      await db.transaction(async (trx) => {
        const freeze = await voting.freeze(trx, topicId);
        if (!freeze) return;
        await measure(trx, freeze, accounts);
        const tiers = await freeze.complete();
        await store(trx, topicId, tiers);
        await award(trx, topicId, payments, accounts);
        await publish(trx, topicFinalized, { topicId });
      });
    },
  };
}

/** Measures every ballot, batch by batch, into a table that lives as long as the transaction. */
async function measure(trx: Db, freeze: Freeze, accounts: Pick<Accounts, 'eligibleAmong'>): Promise<void> {
  await trx.raw(
    `create temporary table measured (ballot_id bigint, user_id integer, tier smallint, accuracy smallint,
       counted_at timestamptz, reference boolean, eligible boolean) on commit drop`,
  );
  await trx.raw('create temporary table reference_places (choice_id integer, places integer[]) on commit drop');
  for (const [choiceId, places] of freeze.references) {
    await trx('reference_places').insert({ choice_id: choiceId, places });
  }
  const measured = measuring(freeze);
  for await (const ballots of freeze.ballots()) {
    const eligible = await accounts.eligibleAmong(
      trx,
      [...new Set(ballots.map(({ userId }) => userId))],
      freeze.endDate,
    );
    await trx.raw(
      `insert into measured select * from unnest(?::bigint[], ?::int[], ?::smallint[], ?::smallint[], ?::timestamptz[],
         ?::boolean[], ?::boolean[])`,
      [
        ballots.map(({ id }) => id),
        ballots.map(({ userId }) => userId),
        ballots.map(({ tier }) => tier),
        ballots.map(measured),
        ballots.map(({ countedAt }) => countedAt),
        ballots.map(({ reference }) => reference),
        ballots.map(({ userId }) => eligible.has(userId)),
      ],
    );
  }
}

/** The accuracy of one ballot after the other: a voter's first one comes first, and is left out of what it is held against. */
function measuring({ choiceIds, references }: Freeze): (ballot: FrozenBallot) => number {
  const ranking = prizeRanking(choiceIds, references);
  let ranks: Ranks = () => null;
  return (ballot) => {
    if (ballot.reference) ranks = ranking.ranksWithout(ballot.ranking);
    return accuracyOf(ballot.ranking, ranks);
  };
}

/** Makes the contest of what was measured: every ballot's place by time, and every voter's place in each tier. */
async function store(
  trx: Db,
  topicId: number,
  tiers: { tier: number; ballots: number; revenueCents: number }[],
): Promise<void> {
  await trx.raw(
    `insert into prizes.contests (topic_id, rule_version, salt, ballots, voters)
     select ?, ?, ?, count(*), count(distinct user_id) from measured`,
    [topicId, ruleVersion, randomBytes(32)],
  );
  await trx.raw('insert into prizes.reference_places select ?, choice_id, places from reference_places', [topicId]);
  await trx.raw(
    `with timed as (
       select *, row_number() over (partition by tier, accuracy order by counted_at, ballot_id) as by_time from measured),
     best as (
       select distinct on (tier, user_id) ballot_id, tier, accuracy, by_time from timed
        where eligible and accuracy > 0 order by tier, user_id, accuracy desc, by_time),
     placed as (
       select ballot_id, row_number() over (partition by tier order by accuracy desc, by_time) as place from best)
     insert into prizes.entries (ballot_id, topic_id, user_id, tier, accuracy, by_time, reference, eligible, place, alias)
     select ballot_id, topic_id, user_id, tier, accuracy, by_time, reference, eligible, place,
            ${pseudonym('ballot', 'ballot_id')}
       from timed left join placed using (ballot_id) join prizes.contests as contest on contest.topic_id = ?`,
    [topicId],
  );
  const entrants = await trx('prizes.entries')
    .where({ topic_id: topicId })
    .whereNotNull('place')
    .groupBy('tier')
    .select<{ tier: number; entrants: number }[]>('tier', trx.raw('count(*) as entrants'));
  await trx('prizes.pools').insert(
    tiers.map(({ tier, ballots, revenueCents }) => ({
      topic_id: topicId,
      tier,
      ballots,
      revenue_cents: revenueCents,
      pool_cents: poolOf(revenueCents),
      entrants: entrants.find((row) => row.tier === tier)?.entrants ?? 0,
    })),
  );
}

/** Shares each pool among the best of its tier, and books what is owed. Where a winner is from is kept as it is now. */
async function award(
  trx: Db,
  topicId: number,
  payments: Pick<Payments, 'bookAward'>,
  accounts: Pick<Accounts, 'locationsOf'>,
): Promise<void> {
  const pools = await trx('prizes.pools').where({ topic_id: topicId }).where('entrants', '>', 0);
  for (const { tier, pool_cents } of pools) {
    const best = await trx('prizes.entries')
      .where({ topic_id: topicId, tier })
      .where('place', '<=', weights.length)
      .select<{ ballot: number; voter: number; accuracy: number; order: number; eligible: boolean }[]>(
        'ballot_id as ballot',
        'user_id as voter',
        'accuracy',
        'by_time as order',
        'eligible',
      );
    const places = await accounts.locationsOf(
      trx,
      best.map(({ voter }) => voter),
    );
    for (const { ballot, voter, accuracy, cents, place } of awardsOf(pool_cents, best)) {
      const [row] = await trx('prizes.awards')
        .insert({
          ...{ topic_id: topicId, tier, place, user_id: voter, ballot_id: ballot, accuracy, cents },
          ...places.get(voter),
          payable_at: trx.raw('now() + make_interval(days => ?)', [payableAfterDays]),
        })
        .returning<{ id: number }[]>('id');
      await payments.bookAward(trx, 'award', { id: (row as { id: number }).id, cents });
    }
  }
}
