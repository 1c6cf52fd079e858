import type { QueryBuilder } from 'objection';
import type { Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import { orderOf, pageFrom, tablePageSize } from '#src/shared/paging.ts';
import { wordsOf } from '../catalog/lists.ts';
import type { AdminTopicRow, AdminTopicsFilter, AdminTopicsQuery, TopicAdministration } from '../contract/admin.ts';
import type { TopicSummary } from '../contract/index.ts';
import { ChoiceModel, TopicModel } from '../topics/models.ts';
import { correctionColumns, type Topics } from '../topics/topics.ts';

const running = 'cancelled_at is null';
/** What each state means in SQL; by the database's clock, as everywhere. */
const conditions: Record<NonNullable<AdminTopicsFilter['state']>, string> = {
  active: `${running} and end_date > now() and (start_date is null or start_date <= now())`,
  always_open: `${running} and start_date is null and end_date is null`,
  upcoming: `${running} and start_date > now()`,
  closed: `${running} and end_date <= now()`,
  inactive: `${running} and not is_active`,
  featured: `${running} and is_featured`,
  cancelled: 'cancelled_at is not null',
  archived: 'archived_at is not null',
};

const orders: Record<ReturnType<typeof orderOf<OrderColumn>>['column'], string> = {
  name: 'search_names', // begins with the name
  category: 'category',
  startDate: 'start_date',
  endDate: 'end_date',
  totalVotes: 'coalesce(counted.ballots, 0)',
  createdAt: 'created_at',
};
type OrderColumn = 'name' | 'category' | 'startDate' | 'endDate' | 'totalVotes' | 'createdAt';

/** Topics as the filter leaves them. */
export function narrowTopics<T>(query: QueryBuilder<TopicModel, T>, { q, state, category }: AdminTopicsFilter): void {
  query.whereRaw(state === 'archived' ? conditions.archived : 'archived_at is null');
  if (state && state !== 'archived') query.whereRaw(`(${conditions[state]})`);
  if (category) query.where({ category });
  if (q) {
    const [hasWords, values] = likeWords('search_names', q);
    if (/^\d{1,9}$/.test(q)) query.whereRaw(`(${hasWords} or id = ?)`, [...values, Number(q)]);
    else query.whereRaw(hasWords, values);
  }
}

/** A condition, with its values: that a plain text has all the words of what was typed, which has at least one. */
export function likeWords(plain: string, q: string): [string, string[]] {
  const words = wordsOf(q);
  const has = `${plain} like '%' || voting.plain(?) || '%'`;
  return words.length === 0 ? ['false', []] : [`(${words.map(() => has).join(' and ')})`, words];
}

/** Topics as the back office lists and edits them. */
export function createTopicTable(db: Db, topics: Topics) {
  const rows = () => topics.rows().select('archived_at', 'created_at', 'version');
  const present = async (found: TopicModel[]): Promise<AdminTopicRow[]> => {
    const [summaries, counts] = await Promise.all([
      topics.summarize(found),
      db('voting.choices')
        .whereIn(
          'topic_id',
          found.map(({ id }) => id),
        )
        .groupBy('topic_id')
        .select<{ topic_id: number; choices: number }[]>('topic_id', db.raw('count(*) as choices')),
    ]);
    const choices = new Map(counts.map(({ topic_id, choices: many }) => [topic_id, many]));
    return found.map((topic, index) => ({
      ...(summaries[index] as TopicSummary),
      isArchived: topic.archivedAt !== null,
      choiceCount: choices.get(topic.id) ?? 0,
      createdAt: topic.createdAt.toISOString(),
    }));
  };

  return {
    async adminTopics({ page, sort, ...filter }: AdminTopicsQuery) {
      const { column, direction } = orderOf<OrderColumn>(sort);
      const query = rows().modify(narrowTopics, filter);
      if (column === 'totalVotes') {
        query.joinRaw(
          `left join (select topic_id, count(*) as ballots from voting.ballots where voided_at is null group by topic_id)
             as counted on counted.topic_id = topics.id`,
        );
      }
      const [found, total] = await Promise.all([
        query
          .orderByRaw(`${orders[column]} ${direction} nulls last, id ${direction}`)
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize),
        TopicModel.query(db).modify(narrowTopics, filter).resultSize(),
      ]);
      return pageFrom(await present(found), total, page);
    },

    async adminTopic(id: number) {
      const topic = await rows()
        .select(correctionColumns, db.raw('voting.has_ballots(id) as has_ballots'))
        .findById(id);
      if (!topic) throw new AppError('not_found');
      const [[row], choices] = await Promise.all([
        present([topic]),
        // As they are, not as they were a moment ago: they are edited.
        ChoiceModel.query(db).where({ topic_id: id }).orderBy('position').orderBy('id'),
      ]);
      return {
        ...(row as AdminTopicRow),
        choices: choices.map((choice) => ({
          ...{ id: choice.id, name: choice.name, description: choice.description },
          imageUrl: choice.imageUrl,
        })),
        ...{ correction: topic.correction, correctionEs: topic.correctionEs, correctionFr: topic.correctionFr },
        version: topic.version,
        hasBallots: topic.hasBallots,
      };
    },
  } satisfies Pick<TopicAdministration, 'adminTopics' | 'adminTopic'>;
}

export type TopicTable = ReturnType<typeof createTopicTable>;
