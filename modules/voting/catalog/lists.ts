import type { Db } from '#src/platform/db.ts';
import type { Page } from '#src/shared/paging.ts';
import { type SeasonName, seasonNames } from '#src/shared/seasons.ts';
import type { ListTopics, TopicSummary, VotingPages } from '../contract/index.ts';
import { type ListName, listPageSize, type ShelfName, shelfMax, shelfNames } from '../rules/shelves.ts';
import { listOrder, type Topics } from '../topics/topics.ts';
import { seasonKeywords } from './season-keywords.ts';

/** Lists of topics: all of them, the home page's rows, and what is searched for, page by page. */
export function createLists(db: Db, topics: Topics): Pick<VotingPages, 'topics' | 'home' | 'list'> {
  const search = async ({ list, q, page }: ListTopics, match: Match): Promise<Page<TopicSummary>> => {
    const words = wordsOf(q);
    if (q && words.length === 0) return { items: [], total: 0, page, pages: 0 };
    const found = () => {
      const query = topics.rows().whereNull('archived_at');
      if (list === 'trending') query.where('is_active', true);
      else if (list === 'featured') query.where('is_featured', true);
      else if (list === 'results') query.whereRaw('(end_date <= now() or (start_date is null and end_date is null))');
      else if (isSeason(list)) {
        const keywords = seasonKeywords[list];
        const either = keywords.map(() => "phraseto_tsquery('english', voting.plain(?))").join(' || ');
        query.where({ category: 'sports' }).whereRaw(`search_words @@ (${either})`, [...keywords]);
      } else if (list !== 'all') query.where({ category: list });
      if (q) query.whereRaw(match.condition, match.values(words));
      return query;
    };
    const ordered = found();
    if (q) ordered.orderByRaw(`${match.rank} desc`, match.values(words));
    if (list === 'results') ordered.orderByRaw('coalesce(end_date, created_at) desc');
    const [rows, total] = await Promise.all([
      ordered
        .orderByRaw(listOrder)
        .limit(listPageSize)
        .offset((page - 1) * listPageSize),
      found().resultSize(),
    ]);
    return { items: await topics.summarize(rows), total, page, pages: Math.ceil(total / listPageSize) };
  };

  return {
    topics: async () => topics.summarize(await topics.rows().whereNull('archived_at').orderByRaw(listOrder)),

    async home() {
      const { rows } = await db.raw<{ rows: { shelf: ShelfName; total: number; ids: number[] }[] }>(
        `with listed as (
           select * from voting.topics where archived_at is null
         ), shelved as (
           select 'trending' as shelf, * from listed where is_active
           union all select 'featured', * from listed where is_featured
           union all select category, * from listed
         ), placed as (
           select shelf, id, row_number() over (partition by shelf order by ${listOrder}) as place from shelved
         )
         select shelf, count(*) as total, array_agg(id order by place) filter (where place <= ?) as ids
           from placed group by shelf`,
        [shelfMax],
      );
      const byName = new Map(rows.map((row) => [row.shelf, row]));
      return {
        topics: await topics.summarize(await topics.rows().whereIn('id', [...new Set(rows.flatMap(({ ids }) => ids))])),
        shelves: shelfNames.flatMap((name) => {
          const row = byName.get(name);
          return row ? { name, total: row.total, topicIds: row.ids } : [];
        }),
      };
    },

    async list(asked) {
      const found = await search(asked, byWords);
      // Nothing has these words: perhaps they are mistyped.
      return found.total === 0 && asked.q ? search(asked, byResemblance) : found;
    },
  };
}

const isSeason = (list: ListName): list is SeasonName => seasonNames.some((name) => name === list);

/** How topics are searched: what must hold, and what comes first. */
interface Match {
  condition: string;
  rank: string;
  values(words: string[]): Record<string, string>;
}

/** The words by each language's grammar, or any that begin alike (for what is still being typed). */
const wanted = `(plainto_tsquery('english', voting.plain(:q)) || plainto_tsquery('spanish', voting.plain(:q))
  || plainto_tsquery('french', voting.plain(:q)) || to_tsquery('simple', :beginnings))`;
const byWords: Match = {
  condition: `search_words @@ ${wanted}`,
  rank: `ts_rank(search_words, ${wanted})`,
  values: (words) => ({ q: words.join(' '), beginnings: words.map((word) => `${word}:*`).join(' & ') }),
};

/** Names that are spelt much like it. */
const resemblance = 'strict_word_similarity(voting.plain(:q), search_names)';
const byResemblance: Match = {
  condition: `${resemblance} >= 0.35`,
  rank: resemblance,
  values: (words) => ({ q: words.join(' ') }),
};

/** Letters and numbers alone, so that nothing is left that a query language would read as its own. */
export function wordsOf(q: string): string[] {
  const plain = q.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu)?.slice(0, 10) ?? [];
}
