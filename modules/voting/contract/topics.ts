import { z } from 'zod';
import { Digits } from '#src/shared/ids.ts';
import { categories } from '../rules/categories.ts';
import { listNames, type ShelfName } from '../rules/shelves.ts';

const Flag = z.union([z.literal(0), z.literal(1)]);
const Moment = z.iso.datetime().nullable();

/** What every view of a topic has. Times are ISO 8601 in UTC; names and descriptions in es and fr may be null (then English). */
export const TopicSummary = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  nameEs: z.string().nullable(),
  descriptionEs: z.string().nullable(),
  nameFr: z.string().nullable(),
  descriptionFr: z.string().nullable(),
  imageUrl: z.string().nullable(),
  category: z.enum(categories),
  isActive: Flag,
  isFeatured: Flag,
  startDate: Moment,
  endDate: Moment,
  resultsFinalized: Flag,
  /** Cancelled before its end: no ballots any more, payments are refunded, no prizes (decision 2). */
  isCancelled: Flag,
  status: z.enum(['always_open', 'upcoming', 'active', 'closed']),
  /** Counted ballots, at most two seconds old. */
  totalVotes: z.int(),
  /** Voters with a counted ballot, at most two seconds old. */
  participants: z.int(),
});
export type TopicSummary = z.infer<typeof TopicSummary>;

export const Choice = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
});
export type Choice = z.infer<typeof Choice>;

/** What one topic has beside what lists show of it: `correction` is a note beside a final one. */
export const topicDetails = {
  choices: z.array(Choice),
  correction: z.string().nullable(),
  correctionEs: z.string().nullable(),
  correctionFr: z.string().nullable(),
};
export const Topic = TopicSummary.extend(topicDetails);
export type Topic = z.infer<typeof Topic>;

/** By what other things name their topic: its name in every language, and where it stands. */
export const TopicTitle = TopicSummary.pick({ id: true, name: true, nameEs: true, nameFr: true, status: true });
export type TopicTitle = z.infer<typeof TopicTitle>;

/** The rows of the home page: the first topics of each, and how many a row has in all. Each topic is given once. */
export interface HomeRows {
  topics: TopicSummary[];
  shelves: { name: ShelfName; total: number; topicIds: number[] }[];
}

export const ListTopics = z.object({
  list: z.enum(listNames, 'invalid').default('all'),
  /** Words to search for, in any of the languages, with or without accents; topics that fit best come first. */
  q: z.string().trim().max(100, 'too_long').default(''),
  page: Digits.pipe(z.int().min(1, 'invalid').max(1_000, 'invalid')).default(1),
});
export type ListTopics = z.infer<typeof ListTopics>;
