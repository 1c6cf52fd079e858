import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Voting } from '#modules/voting/contract/index.ts';
import { tierOfSize } from '#modules/voting/rules/tiers.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OwnAward, Prizes } from '../contract/index.ts';
import { leastVoters } from '../public-ballots/bundle.ts';
import { explainAccuracy } from '../rules/accuracy.ts';
import { prizeRanking } from '../rules/ranking.ts';
import { type AwardRow, stateOf } from './awards.ts';
import { locationOf } from './location.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'titlesOf' | 'ownBallots'>;
  accounts: Pick<Accounts, 'kycStatusesOf'>;
}

interface ContestRow {
  topic_id: number;
  rule_version: number;
  ballots: number;
  voters: number;
  finalized_at: Date;
}

interface EntryRow {
  ballot_id: number;
  tier: number;
  accuracy: number;
  place: number | null;
  reference: boolean;
  eligible: boolean;
  now: Date;
}

const pageSize = 20;

/** A voter's best ballot of each tier and topic: the one that competes, or else the most accurate and earliest. */
const bestOf = `select distinct on (topic_id, tier) topic_id, tier, accuracy, place
                  from prizes.entries where user_id = ? order by topic_id, tier, place nulls last, accuracy desc, by_time`;

/** What came of contests, for everybody and for each voter. */
export function createRecord({
  db,
  voting,
  accounts,
}: Dependencies): Pick<Prizes, 'ofTopic' | 'ownAccuracies' | 'record' | 'recordSummary'> {
  const contestOf = (topicId: number) => db<ContestRow>('prizes.contests').where({ topic_id: topicId }).first();
  const entrantsOf = async (topicId: number) => {
    const pools = await db('prizes.pools').where({ topic_id: topicId }).select('tier', 'entrants');
    return new Map(pools.map(({ tier, entrants }) => [tier as number, entrants as number]));
  };

  return {
    async ofTopic(topicId, viewer) {
      const contest = await contestOf(topicId);
      if (!contest) throw new AppError('not_found');
      const [pools, awards] = await Promise.all([
        db('prizes.pools').where({ topic_id: topicId }).orderBy('tier'),
        db<AwardRow>('prizes.awards').where({ topic_id: topicId }).orderBy(['tier', 'place']),
      ]);
      return {
        ruleVersion: contest.rule_version,
        finalizedAt: contest.finalized_at.toISOString(),
        ballots: contest.ballots,
        voters: contest.voters,
        recountable: contest.voters >= leastVoters,
        pools: pools.map(({ tier, ballots, revenue_cents, pool_cents, entrants }) => ({
          ...{ tier: tierOfSize(tier), ballots, revenueCents: revenue_cents, poolCents: pool_cents, entrants },
          awards: awards
            .filter((award) => award.tier === tier)
            .map(({ place, accuracy, cents, user_id, city, country }) => ({
              ...{ ...locationOf({ city, country }), place, accuracy, cents },
              mine: user_id === viewer?.id,
            })),
        })),
      };
    },

    async ownAccuracies(topicId, userId) {
      if (!(await contestOf(topicId))) return [];
      const [entries, references, ballots, entrants, awards, kyc] = await Promise.all([
        db('prizes.entries')
          .where({ topic_id: topicId, user_id: userId })
          .select<EntryRow[]>('*', db.raw('clock_timestamp() as now')),
        db('prizes.reference_places').where({ topic_id: topicId }).orderBy('choice_id'),
        voting.ownBallots(db, topicId, userId),
        entrantsOf(topicId),
        db<AwardRow & { ballot_id: number }>('prizes.awards').where('topic_id', topicId).where('user_id', userId),
        accounts.kycStatusesOf(db, [userId]),
      ]);
      const entryOf = new Map(entries.map((entry) => [entry.ballot_id, entry]));
      const reference = ballots.find(({ id }) => entryOf.get(id)?.reference);
      // A choice that no first ballot ranks has no points, so it is no matter that it is not stored.
      const places = new Map(references.map(({ choice_id, places }) => [choice_id as number, places as number[]]));
      const ranks = prizeRanking([...places.keys()], places).ranksWithout(reference?.ranking ?? null);
      return ballots.flatMap(({ id, tier, ranking }) => {
        const entry = entryOf.get(id);
        if (!entry) return [];
        const { accuracy, place, eligible } = entry;
        const own = { ballotId: id, tier, accuracy, place, eligible, entrants: entrants.get(entry.tier) ?? 0 };
        const award = awards.find(({ ballot_id }) => ballot_id === id);
        return [
          {
            ...own,
            award: award ? presentAward(award, kyc.get(userId), entry.now) : null,
            places: explainAccuracy(ranking, ranks),
          },
        ];
      });
    },

    async record(userId, page) {
      const { rows } = await db.raw<{
        rows: {
          topic_id: number;
          tier: number;
          accuracy: number;
          place: number | null;
          finalized_at: Date;
          entrants: number;
          total: number;
          now: Date;
        }[];
      }>(
        `select best.*, finalized_at, entrants, count(*) over () as total, clock_timestamp() as now
           from (${bestOf}) as best join prizes.contests using (topic_id) join prizes.pools using (topic_id, tier)
          order by finalized_at desc, topic_id desc, tier limit ${pageSize} offset ?`,
        [userId, (page - 1) * pageSize],
      );
      const [topics, awards, kyc] = await Promise.all([
        voting.titlesOf(
          db,
          rows.map(({ topic_id }) => topic_id),
        ),
        db<AwardRow>('prizes.awards').where({ user_id: userId }),
        accounts.kycStatusesOf(db, [userId]),
      ]);
      const total = rows[0]?.total ?? 0;
      const items = rows.flatMap(({ topic_id, tier, accuracy, place, finalized_at, entrants, now }) => {
        const topic = topics.get(topic_id);
        const award = awards.find((row) => row.topic_id === topic_id && row.tier === tier);
        if (!topic) return [];
        return [
          {
            ...{ topic, finalizedAt: finalized_at.toISOString(), tier: tierOfSize(tier), accuracy, place, entrants },
            award: award ? presentAward(award, kyc.get(userId), now) : null,
          },
        ];
      });
      return { items, total, page, pages: Math.ceil(total / pageSize) };
    },

    async recordSummary(userId) {
      const { rows } = await db.raw<{
        rows: { topics: number; average: number | null; best: number | null; place: number | null }[];
      }>(
        `select count(distinct topic_id) as topics, round(avg(accuracy), 1)::float as average, max(accuracy) as best,
                min(place) as place
           from (${bestOf}) as best`,
        [userId],
      );
      const [awarded] = await db('prizes.awards')
        .where({ user_id: userId })
        .whereNot({ status: 'withheld' })
        .select<{ awards: number; cents: number }[]>(
          db.raw('count(*) as awards, coalesce(sum(cents), 0)::bigint as cents'),
        );
      const { topics = 0, average = 0, best = 0, place = null } = rows[0] ?? {};
      return {
        topics,
        averageAccuracy: average ?? 0,
        bestAccuracy: best ?? 0,
        bestPlace: place,
        awards: awarded?.awards ?? 0,
        awardedCents: awarded?.cents ?? 0,
      };
    },
  };
}

function presentAward(award: AwardRow, kycStatus: string | undefined, now: Date): OwnAward {
  const { cents, payable_at, reason } = award;
  return { cents, state: stateOf(award, kycStatus, now), payableAt: payable_at.toISOString(), reason };
}
