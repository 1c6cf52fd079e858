import { z } from 'zod';
import type { StoredFile } from '#src/platform/storage.ts';
import { Id, IdInAddress } from '#src/shared/ids.ts';
import { type Page, PageQuery, sortBy } from '#src/shared/paging.ts';
import { line, orNothing } from '#src/shared/texts.ts';
import type { Translate } from '#src/shared/translate.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import { categories } from '../rules/categories.ts';
import { Choice, TopicSummary, TopicTitle, topicDetails } from './topics.ts';

/** What topics can be narrowed to. Archived ones are shown to whoever asks for them, and to nobody else. */
export const topicStates = [
  'active',
  'always_open',
  'upcoming',
  'closed',
  'inactive',
  'featured',
  'cancelled',
  'archived',
] as const;

/**
 * What of the topics is wanted; `q` is looked for in the names of all languages and in the choices', without accents and
 * case, all of its words; a number is a topic's own as well. A state is one among the topics that are neither archived nor,
 * unless it says so, cancelled.
 */
export const AdminTopicsFilter = z.object({
  q: z.string().trim().max(100, 'too_long').default(''),
  state: orNothing(z.enum(topicStates, 'invalid')),
  category: orNothing(z.enum(categories, 'invalid')),
});
export const AdminTopicsQuery = AdminTopicsFilter.extend({
  ...PageQuery.shape,
  sort: sortBy(['name', 'category', 'startDate', 'endDate', 'totalVotes', 'createdAt'], '-createdAt'),
});
export type AdminTopicsQuery = z.infer<typeof AdminTopicsQuery>;
export type AdminTopicsFilter = z.infer<typeof AdminTopicsFilter>;

/** A topic in the back office's table. */
export const AdminTopicRow = TopicSummary.extend({
  isArchived: z.boolean(),
  choiceCount: z.int(),
  createdAt: z.iso.datetime(),
});
export type AdminTopicRow = z.infer<typeof AdminTopicRow>;

/** A topic as it is edited. `version` counts its changes: a change names the one that it was made on. */
export const AdminTopic = AdminTopicRow.extend({
  ...topicDetails,
  version: z.int(),
  /** Whether it has ballots, voided ones and open payments included: then much of it is fixed (decision 2). */
  hasBallots: z.boolean(),
});
export type AdminTopic = z.infer<typeof AdminTopic>;

const text = (max: number) => z.string().trim().max(max, 'too_long');
const translated = (max: number) =>
  text(max)
    .transform((typed) => typed || null)
    .nullable()
    .default(null);

/** An uploaded picture's own address, or one elsewhere by https. */
export const ImageAddress = z
  .union([
    z.literal('').transform(() => null),
    z
      .string()
      .trim()
      .max(500, 'too_long')
      .regex(/^(https:\/\/[^\s/]+\.[^\s]+|\/api\/topic-pictures\/[0-9a-f]{32}\.webp)$/, 'image_address'),
  ])
  .nullable()
  .default(null);

/** A moment with its offset, within the lifetime of such a site, or none. */
const Moment = z
  .union([
    z.literal('').transform(() => null),
    z.iso
      .datetime({ offset: true, error: 'moment_format' })
      .refine((moment) => /^20\d\d$/.test(String(new Date(moment).getUTCFullYear())), 'moment_far'),
  ])
  .nullable()
  .default(null);

/** A choice of a topic that is created or edited; without an id it is a new one. */
export const ChoiceInput = z.strictObject({
  id: Id.optional(),
  name: line(200),
  description: text(500).default(''),
  image: ImageAddress,
});
export type ChoiceInput = z.infer<typeof ChoiceInput>;

const topicFields = {
  name: line(200),
  description: text(2_000).default(''),
  nameEs: translated(200),
  descriptionEs: translated(2_000),
  nameFr: translated(200),
  descriptionFr: translated(2_000),
  category: z.enum(categories, 'invalid').default('general'),
  image: ImageAddress,
  startDate: Moment,
  endDate: Moment,
  isActive: z.boolean('invalid').default(true),
  isFeatured: z.boolean('invalid').default(false),
  choices: z.array(ChoiceInput).max(200, 'too_many_choices').default([]),
};

interface Draft {
  startDate: string | null;
  endDate: string | null;
  choices: { name: string }[];
}

/** What holds between a topic's fields; each finding stands at its field. */
function checkTopic({ startDate, endDate, choices }: Draft, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (startDate && !endDate) refuse(['endDate'], 'end_needed');
  if (startDate && endDate && Date.parse(startDate) >= Date.parse(endDate)) refuse(['endDate'], 'end_before_start');
  const seen = new Set<string>();
  for (const [index, { name }] of choices.entries()) {
    const plain = name.toLowerCase();
    if (seen.has(plain)) refuse(['choices', index, 'name'], 'choice_name_twice');
    seen.add(plain);
  }
}

/** The payload of POST /api/admin/topics (specification 2, section 7), and more than it names. */
export const CreateTopic = z.strictObject(topicFields).superRefine(checkTopic);
export type CreateTopic = z.infer<typeof CreateTopic>;

/** The whole topic as it shall be; choices that are left out are removed. */
export const EditTopic = z.strictObject({ ...topicFields, version: z.int('invalid') }).superRefine(checkTopic);
export type EditTopic = z.infer<typeof EditTopic>;

/** What the table switches at once. */
export const SwitchTopic = z.strictObject({
  isActive: z.boolean('invalid').optional(),
  isFeatured: z.boolean('invalid').optional(),
});
export type SwitchTopic = z.infer<typeof SwitchTopic>;

/** The payload of POST /api/admin/choices. */
export const CreateChoice = z.strictObject({ ...ChoiceInput.omit({ id: true }).shape, topicId: Id });
export type CreateChoice = z.infer<typeof CreateChoice>;

/** Another spelling of a choice's name, and why. */
export const CorrectSpelling = z.strictObject({ name: line(200), reason: line(500) });
export type CorrectSpelling = z.infer<typeof CorrectSpelling>;

/** The note beside a final topic; none where the English text is empty. */
export const CorrectTopic = z.strictObject({
  correction: translated(1_000),
  correctionEs: translated(1_000),
  correctionFr: translated(1_000),
});
export type CorrectTopic = z.infer<typeof CorrectTopic>;

/** Which choices are wanted; `q` is looked for in their names. */
export const AdminChoicesQuery = PageQuery.extend({
  q: z.string().trim().max(100, 'too_long').default(''),
  topicId: orNothing(IdInAddress),
  sort: sortBy(['name', 'topic'], 'topic'),
});
export type AdminChoicesQuery = z.infer<typeof AdminChoicesQuery>;

export const AdminChoice = Choice.extend({
  topic: TopicTitle,
  /** Its topic has no ballots: it can be removed. */
  removable: z.boolean(),
});
export type AdminChoice = z.infer<typeof AdminChoice>;

/** Where pictures of topics and choices are served. */
export const topicPicturePath = '/api/topic-pictures/';

/** The address of a picture that was put up, for `image`. */
export const TopicPicture = z.object({ address: z.string() });
export type TopicPicture = z.infer<typeof TopicPicture>;

/**
 * The columns of an export, which an import reads in any order; all but `topic` may be missing there. One line is one
 * choice with its whole topic; lines that follow each other with the same topic make one. `id` only tells neighbours of
 * one name apart.
 */
export const topicColumns = [
  'id',
  'topic',
  'description',
  'nameEs',
  'descriptionEs',
  'nameFr',
  'descriptionFr',
  'category',
  'image',
  'startDate',
  'endDate',
  'isActive',
  'isFeatured',
  'choice',
  'choiceDescription',
  'choiceImage',
] as const;
export type TopicColumn = (typeof topicColumns)[number];

/** The whole of an import is looked through and nothing is stored. */
export const ImportQuery = z.object({ trial: z.enum(['0', '1'], 'invalid').default('0') });

/** What became of an import: how many topics were created, or what is wrong with which line; then nothing was. */
export const ImportReport = z.object({
  topics: z.int(),
  choices: z.int(),
  /** Nothing was stored: there are errors, or only a trial was asked for. */
  stored: z.boolean(),
  errors: z.array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() })),
});
export type ImportReport = z.infer<typeof ImportReport>;

export interface TopicAdministration {
  adminTopics(query: AdminTopicsQuery): Promise<Page<AdminTopicRow>>;
  /** Archived ones too. Throws `not_found`. */
  adminTopic(id: number): Promise<AdminTopic>;
  createTopic(admin: Viewer, input: CreateTopic): Promise<AdminTopic>;
  /**
   * Makes a topic what the input says. Throws `not_found`, `changed_meanwhile` where somebody was faster, and `invalid` with
   * the field that a topic with ballots keeps (decision 2).
   */
  editTopic(admin: Viewer, id: number, input: EditTopic): Promise<AdminTopic>;
  /** Throws `not_found`. */
  switchTopic(admin: Viewer, id: number, change: SwitchTopic): Promise<AdminTopic>;
  /** A copy without dates and ballots, neither active nor featured. Throws `not_found`. */
  duplicateTopic(admin: Viewer, id: number): Promise<AdminTopic>;
  /** Puts a choice after the others. Throws `not_found`, `topic_closed`, and `invalid` for a name that is taken. */
  createChoice(admin: Viewer, input: CreateChoice): Promise<Choice>;
  /**
   * Corrects how a choice is spelt, also with ballots. Throws `not_found`, and `invalid` where it is another choice's name,
   * or differs by more than a third of the letters, or the topic is final.
   */
  correctSpelling(admin: Viewer, choiceId: number, input: CorrectSpelling): Promise<Choice>;
  /** Puts a note beside a final topic, in the place of the one before. Throws `not_found`, `results_not_final`. */
  correctTopic(admin: Viewer, id: number, input: CorrectTopic): Promise<AdminTopic>;
  /**
   * Cancels a topic that is not finalized, once; by an admin, or by a command. What was paid for it goes back afterwards
   * (`topicCancelled`). Throws `not_found`, `topic_finalized`.
   */
  cancelTopic(id: number, by?: Viewer): Promise<void>;
  /**
   * Takes a topic away: deletes it where nothing refers to it, else archives it, and cancels it where it was not finalized.
   * An archived topic takes no ballots and is in no list; it, its results and what voters have of it are still found by its
   * number. A second time does nothing. Throws `not_found`.
   */
  removeTopic(id: number, by: Viewer): Promise<void>;
  /** Throws `not_found`, `topic_has_ballots`, `topic_closed`. */
  deleteChoice(admin: Viewer, id: number): Promise<void>;
  adminChoices(query: AdminChoicesQuery): Promise<Page<AdminChoice>>;
  /** Lines of CSV: one a choice, each with its topic; by their number. */
  exportTopics(filter: AdminTopicsFilter): AsyncIterable<string>;
  /**
   * Creates the topics of a file as `exportTopics` writes it, or as a spreadsheet has saved it: all of them, or none where
   * a single cell is wrong. `t` writes what is wrong.
   */
  importTopics(admin: Viewer, file: Uint8Array, options: { trial: boolean; t: Translate }): Promise<ImportReport>;
  /** Stores a picture for a topic or a choice. Throws `picture_unreadable`. */
  storeTopicPicture(admin: Viewer, picture: Uint8Array): Promise<TopicPicture>;
  /** Null where there is none of this key. */
  topicPicture(key: string): Promise<StoredFile | null>;
}
