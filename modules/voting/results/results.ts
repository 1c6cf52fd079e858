import { auditHourly } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { keepFresh } from '#src/platform/fresh.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { BallotStats, HeadToHead, Topic, TopicSummary, Voting, VotingPages } from '../contract/index.ts';
import { isViewable } from '../rules/status.ts';
import { tally } from '../rules/tally.ts';
import { tierOfSize, tiers } from '../rules/tiers.ts';
import { choicesByTopic } from '../topics/titles.ts';
import type { Topics } from '../topics/topics.ts';
import { countPlaces } from './freeze.ts';

/** Counted ballots of each tier, and what the paid ones among them earn in US cents. */
type TierCounts = Map<string, { ballots: number; usdCents: number }>;

interface Counts {
  places: Map<number, number[]>;
  tiers: TierCounts;
}

const none: Counts = { places: new Map(), tiers: new Map() };

type Results = Pick<VotingPages, 'results' | 'ballotStats' | 'headToHead' | 'statsOfClosed'>;

export function createResults(db: Db, topics: Topics): Results {
  const fresh = (count: (topicId: number) => Promise<Counts>, maxAgeMs: number) =>
    keepFresh<Counts>(
      async (topicIds) => new Map(await Promise.all(topicIds.map(async (id) => [id, await count(id)] as const))),
      { maxAgeMs, absent: none },
    );
  const live = fresh((id) => count(db, id), 2_000);
  // Apart, so that what everybody sees of a closed topic was counted after its close, and then after it was finalized.
  const closed = fresh((id) => count(db, id), 2_000);
  const final = fresh((id) => readFinal(db, id), 600_000);
  const countsOf = (topic: TopicSummary) =>
    topic.resultsFinalized ? final : topic.status === 'closed' ? closed : live;
  // After the close only a refund changes them, so cards need not count again for every look.
  const closedTiers = keepFresh<TierCounts>((topicIds) => countTiers(db, topicIds), {
    maxAgeMs: 10_000,
    absent: new Map(),
  });
  const duels = keepFresh<HeadToHead>(
    async (topicIds) => new Map(await Promise.all(topicIds.map(async (id) => [id, await countDuels(db, id)] as const))),
    { maxAgeMs: 60_000, absent: [] },
  );

  /**
   * The one door: whatever tells how choices stand is asked here, and nowhere else, whether it may be told, and
   * written down who was shown what others are not (decisions 2 and 3).
   */
  const open = async (topicId: number, viewer: Viewer | null): Promise<Topic> => {
    const topic = await topics.one(topicId);
    if (isViewable(topic.status)) return topic;
    if (viewer?.role !== 'admin') throw new AppError('results_hidden');
    const subject = { kind: 'topic', id: topicId } as const;
    await auditHourly(db, { actor: viewer, action: 'results_viewed', subject });
    return topic;
  };
  const opened = async (topicId: number, viewer: Viewer | null): Promise<{ topic: Topic; counts: Counts }> => {
    const topic = await open(topicId, viewer);
    return { topic, counts: (await countsOf(topic).of([topicId])).get(topicId) ?? none };
  };

  return {
    async results(topicId, viewer) {
      const { topic, counts } = await opened(topicId, viewer);
      const choices = new Map(topic.choices.map((choice) => [choice.id, choice]));
      return tally([...choices.keys()], counts.places).map(({ choiceId, rank, totalPoints, totalVotes }) => ({
        id: choiceId,
        rank,
        name: choices.get(choiceId)?.name ?? '',
        description: choices.get(choiceId)?.description ?? '',
        totalPoints,
        totalVotes,
        places: counts.places.get(choiceId) ?? new Array<number>(10).fill(0),
      }));
    },

    async ballotStats(topicId, viewer) {
      return presentStats((await opened(topicId, viewer)).counts.tiers);
    },

    async headToHead(topicId, viewer) {
      await open(topicId, viewer);
      return (await duels.of([topicId])).get(topicId) ?? [];
    },

    async statsOfClosed(topics) {
      const closed = topics.filter(({ status }) => status === 'closed').map(({ id }) => id);
      return new Map([...(await closedTiers.of(closed))].map(([id, byTier]) => [id, presentStats(byTier)]));
    },
  };
}

function presentStats(byTier: TierCounts): BallotStats {
  const tierBreakdown = tiers.map((tier) => {
    const { ballots = 0, usdCents = 0 } = byTier.get(tier) ?? {};
    return { tier, count: ballots, revenue: usdCents };
  });
  const sum = (of: 'count' | 'revenue') => tierBreakdown.reduce((total, tier) => total + tier[of], 0);
  return { totalVotes: sum('count'), totalRevenue: sum('revenue'), tierBreakdown };
}

/** One pass over a topic's counted ballots: how often each choice stands on each place, and how many ballots a tier has. */
async function count(db: Db, topicId: number): Promise<Counts> {
  const [places, tiers] = await Promise.all([
    countPlaces(db, 'select ranking from voting.ballots where topic_id = ? and voided_at is null', topicId),
    countTiers(db, [topicId]),
  ]);
  return { places, tiers: tiers.get(topicId) ?? new Map() };
}

/** What was stored when the topic was finalized. */
async function readFinal(db: Db, topicId: number): Promise<Counts> {
  const [rows, tiers] = await Promise.all([
    db('voting.final_results').where({ topic_id: topicId }).select<{ choice_id: number; places: number[] }[]>(),
    db('voting.final_tiers')
      .where({ topic_id: topicId })
      .select<{ tier: number; ballots: number; usd_cents: number }[]>(),
  ]);
  return {
    places: new Map(rows.map(({ choice_id, places }) => [choice_id, places])),
    tiers: new Map(tiers.map(({ tier, ballots, usd_cents }) => [tierOfSize(tier), { ballots, usdCents: usd_cents }])),
  };
}

/** As stored when the topic was finalized, for whoever makes something of it. */
export const finalResults: Voting['finalResults'] = async (db, topicId) => {
  const topic = await db('voting.topics').where({ id: topicId }).first('results_finalized');
  if (!topic) throw new AppError('not_found');
  if (!topic.results_finalized) throw new AppError('results_not_final');
  const choices = (await choicesByTopic(db, [topicId])).get(topicId) ?? [];
  const { places } = await readFinal(db, topicId);
  const ranking = tally(
    choices.map(({ id }) => id),
    places,
  );
  return {
    choices: choices.map(({ id, name }) => ({ id, name })),
    ranking: ranking.map(({ choiceId, rank, totalPoints, totalVotes }) => ({
      id: choiceId,
      rank,
      totalPoints,
      totalVotes,
    })),
  };
};

/** Who stands above whom: as stored with a final topic, else counted. */
async function countDuels(db: Db, topicId: number): Promise<HeadToHead> {
  const { rows } = await db.raw<{ rows: { id: number; above: { id: number; ballots: number }[] }[] }>(
    `with pairs as (
       select choice_id, other_id, ballots from voting.final_duels where topic_id = :topicId
       union all
       select upper.id, lower.id, count(*) filter (where place_lower is null or place_upper < place_lower)
         from voting.choices as upper
         join voting.choices as lower on lower.topic_id = upper.topic_id and lower.id <> upper.id
         left join lateral (
           select array_position(ranking, upper.id) as place_upper, array_position(ranking, lower.id) as place_lower
             from voting.ballots
            where topic_id = :topicId and voided_at is null and upper.id = any(ranking)) as ballot on true
        where upper.topic_id = :topicId and place_upper is not null
          and not exists (select 1 from voting.final_duels where topic_id = :topicId)
        group by upper.id, lower.id)
     select choice_id as id, json_agg(json_build_object('id', other_id, 'ballots', ballots)) as above
       from pairs group by choice_id order by choice_id`,
    { topicId },
  );
  return rows;
}

/** How many counted ballots of each tier the topics have, and what they earn; as stored with final topics. */
async function countTiers(db: Db, topicIds: number[]): Promise<Map<number, TierCounts>> {
  const { rows } = await db.raw<{ rows: { topic_id: number; tier: number; ballots: number; usd_cents: number }[] }>(
    `select topic_id, tier, ballots, usd_cents from voting.final_tiers where topic_id = any(:topicIds)
      union all
     select topic_id, tier, count(*) as ballots, coalesce(sum(usd_cents), 0)::bigint as usd_cents
       from voting.ballots
      where topic_id = any(:topicIds) and voided_at is null
        and topic_id not in (select topic_id from voting.final_tiers where topic_id = any(:topicIds))
      group by topic_id, tier`,
    { topicIds },
  );
  const byTopic = Map.groupBy(rows, (row) => row.topic_id);
  return new Map(
    [...byTopic].map(([id, own]) => [
      id,
      new Map(own.map(({ tier, ballots, usd_cents }) => [tierOfSize(tier), { ballots, usdCents: usd_cents }])),
    ]),
  );
}
