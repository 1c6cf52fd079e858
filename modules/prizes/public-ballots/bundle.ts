import type { FinalResults, Voting } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Prizes } from '../contract/index.ts';

interface Dependencies {
  db: Db;
  voting: Pick<Voting, 'finalResults' | 'finalBallots'>;
}

/** A topic of fewer voters is not published: who knows a few of them would know the others. */
export const leastVoters = 50;

/** Ballots that are in memory at a time. */
const batch = 5_000;

/**
 * A pseudonym of one topic alone, as an expression of PostgreSQL: a hash with the topic's own salt, which nobody else has.
 * Ballots stand in the order of theirs, which tells nothing of when they were cast.
 */
export const pseudonym = (kind: 'ballot' | 'voter', column: string) =>
  `substring(sha256(salt || convert_to('${kind} ' || ${column}, 'UTF8')) for 12)`;

interface EntryRow {
  ballot_id: number;
  alias: Buffer;
  voter: Buffer;
  tier: number;
  accuracy: number;
  by_time: number;
  reference: boolean;
  eligible: boolean;
}

/** Everything from which anybody can recount a finalized topic. */
export function createBundle({ db, voting }: Dependencies): Pick<Prizes, 'bundle'> {
  const entriesAfter = (topicId: number, alias: Buffer) =>
    db('prizes.entries as entry')
      .join('prizes.contests as contest', 'contest.topic_id', 'entry.topic_id')
      .where('entry.topic_id', topicId)
      .where('alias', '>', alias)
      .orderBy('alias')
      .limit(batch)
      .select<EntryRow[]>(
        ...['ballot_id', 'alias', 'tier', 'accuracy', 'by_time', 'reference', 'eligible'],
        db.raw(`${pseudonym('voter', 'user_id')} as voter`),
      );

  /** Piece by piece, so that neither the bundle nor a connection is held while somebody reads slowly. */
  const ballotsOf = async function* (topicId: number): AsyncGenerator<string> {
    let last = Buffer.alloc(0);
    for (let first = true; ; first = false) {
      const rows = await entriesAfter(topicId, last);
      if (rows.length === 0) return;
      const ids = rows.map(({ ballot_id }) => ballot_id);
      const cast = await voting.finalBallots(db, topicId, ids);
      const ballots = rows.map(({ ballot_id, alias, voter, by_time, ...entry }) =>
        JSON.stringify({
          ballot: alias.toString('base64url'),
          voter: voter.toString('base64url'),
          ...entry,
          order: by_time,
          ...cast.get(ballot_id),
        }),
      );
      yield `${first ? '' : ','}\n${ballots.join(',\n')}`;
      last = (rows.at(-1) as EntryRow).alias as Buffer<ArrayBuffer>;
    }
  };

  /** What was awarded, by pseudonyms. */
  const awardsOf = async (topicId: number) => {
    const rows = await db('prizes.awards as award')
      .join('prizes.entries as entry', 'entry.ballot_id', 'award.ballot_id')
      .join('prizes.contests as contest', 'contest.topic_id', 'award.topic_id')
      .where('award.topic_id', topicId)
      .orderBy(['award.tier', 'award.place'])
      .select(
        'award.tier',
        'alias',
        'award.accuracy',
        'cents',
        db.raw(`${pseudonym('voter', 'award.user_id')} as voter`),
      );
    return rows.map(({ tier, alias, voter, accuracy, cents }) => ({
      tier,
      ballot: alias.toString('base64url'),
      voter: voter.toString('base64url'),
      accuracy,
      cents,
    }));
  };

  const pieces = async function* (
    topicId: number,
    ruleVersion: number,
    { choices, ranking: results }: FinalResults,
  ): AsyncGenerator<string> {
    const [pools, awards] = await Promise.all([
      db('prizes.pools')
        .where({ topic_id: topicId })
        .orderBy('tier')
        .select('tier', 'revenue_cents as revenueCents', 'pool_cents as poolCents'),
      awardsOf(topicId),
    ]);
    const head = JSON.stringify({ topicId, ruleVersion, choices, pools, results, awards });
    yield `${head.slice(0, -1)},"ballots":[`;
    yield* ballotsOf(topicId);
    yield '\n]}\n';
  };

  return {
    async bundle(topicId) {
      const results = await voting.finalResults(db, topicId);
      const contest = await db('prizes.contests').where({ topic_id: topicId }).first('rule_version', 'voters');
      if (!contest) throw new AppError('results_not_final');
      if (contest.voters < leastVoters) throw new AppError('too_few_voters');
      return pieces(topicId, contest.rule_version, results);
    },
  };
}
