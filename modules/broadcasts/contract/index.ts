import { z } from 'zod';
import { languages } from '#src/shared/languages.ts';
import { type Page, PageQuery } from '#src/shared/paging.ts';
import { Email, orNothing } from '#src/shared/texts.ts';
import type { SessionUser, Viewer } from '#src/shared/viewer.ts';

/** Specification 2, section 5. */
export const subjectMax = 100;
export const messageMax = 1_000;
export const recipientsMax = 10_000;

const missing = 'subject_and_message';
const Subject = z
  .string(missing)
  .trim()
  .min(1, missing)
  .max(subjectMax, 'too_long')
  .regex(/^\P{Cc}*$/u, 'invalid');
/** Plain text; its line breaks stay, an empty line begins a paragraph. */
const Message = z
  .string(missing)
  .transform((typed) => typed.replace(/\r\n?/g, '\n'))
  .pipe(
    z
      .string()
      .trim()
      .min(1, missing)
      .max(messageMax, 'too_long')
      .regex(/^[\P{Cc}\n\t]*$/u, 'invalid'),
  );

const fields = {
  subject: Subject,
  message: Message,
  subjectEs: orNothing(Subject),
  messageEs: orNothing(Message),
  subjectFr: orNothing(Subject),
  messageFr: orNothing(Message),
};

type Typed = { [Name in `${'subject' | 'message'}${'Es' | 'Fr'}`]?: string | undefined };

/** A translation is whole, or it is not there. */
function whole(typed: Typed, context: z.RefinementCtx): void {
  for (const language of ['Es', 'Fr'] as const) {
    const [subject, message] = [typed[`subject${language}`], typed[`message${language}`]];
    if ((subject === undefined) === (message === undefined)) continue;
    const path = [`${subject === undefined ? 'subject' : 'message'}${language}`];
    context.addIssue({ code: 'custom', path, message: missing });
  }
}

const Addresses = z.array(Email, 'invalid').min(1, 'required').max(recipientsMax, 'too_many_recipients');

/** 'all', or a list of addresses; what is wrong with an address is said at its index. */
const Recipients = z.unknown().transform((value, context): 'all' | string[] => {
  if (value === 'all') return value;
  if (value === undefined) context.addIssue({ code: 'custom', message: 'required' });
  const list = Addresses.safeParse(value);
  if (list.success) return list.data;
  if (value !== undefined)
    for (const { path, message } of list.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

/** What is written, in up to three languages: whoever reads another one gets the English. */
export const BroadcastText = z.strictObject(fields).superRefine(whole);
export type BroadcastText = z.infer<typeof BroadcastText>;

/** `key` makes a retry the same broadcast: a UUID of the form's own. */
export const SendBroadcast = z
  .strictObject({ ...fields, recipients: Recipients, key: z.uuid('invalid').optional() })
  .superRefine(whole);
export type SendBroadcast = z.infer<typeof SendBroadcast>;

export const TestBroadcast = z
  .strictObject({ ...fields, language: z.enum(languages, 'invalid').default('en') })
  .superRefine(whole);
export type TestBroadcast = z.infer<typeof TestBroadcast>;

/** The mail of one language as it will be sent; `translated` is false where the English stands in. */
export const BroadcastPreview = z.object({
  items: z.array(
    z.object({
      language: z.enum(languages),
      translated: z.boolean(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
    }),
  ),
});
export type BroadcastPreview = z.infer<typeof BroadcastPreview>;

export const broadcastStates = ['queued', 'sending', 'done', 'stopped'] as const;

/** What became of the recipients; the others sum up to `recipients`. */
export const BroadcastCounts = z.object({
  recipients: z.int(),
  waiting: z.int(),
  sent: z.int(),
  /** Skipped: they had two marketing messages within the week. */
  overLimit: z.int(),
  /** Skipped: on the list without consent, or opted out before their turn. */
  withoutConsent: z.int(),
  /** Skipped: their accounts are suspended. */
  suspended: z.int(),
  /** Refused by their mailbox, not sent in time, or nobody knows whether it left. */
  failed: z.int(),
  /** Not sent because somebody stopped the broadcast. */
  stopped: z.int(),
});
export type BroadcastCounts = z.infer<typeof BroadcastCounts>;

/** `heldSince`: it waits because e-mail notifications are switched off. */
export const Broadcast = z.object({
  id: z.int(),
  subject: z.string(),
  audience: z.enum(['all', 'list']),
  createdAt: z.iso.datetime(),
  createdBy: z.object({ id: z.int(), username: z.string().nullable() }),
  state: z.enum(broadcastStates),
  heldSince: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  counts: BroadcastCounts,
});
export type Broadcast = z.infer<typeof Broadcast>;

export const BroadcastDetails = Broadcast.extend({
  texts: z.array(z.object({ language: z.enum(languages), subject: z.string(), message: z.string() })),
});
export type BroadcastDetails = z.infer<typeof BroadcastDetails>;

/** How many a broadcast would reach now. `switchedOn`: whether e-mail notifications go out at all. */
export const BroadcastAudience = z.object({
  consented: z.int(),
  overLimit: z.int(),
  reachable: z.int(),
  switchedOn: z.boolean(),
});
export type BroadcastAudience = z.infer<typeof BroadcastAudience>;

export const BroadcastsQuery = z.object(PageQuery.shape);

export interface Broadcasts {
  /**
   * Fixes who is to get it, among those who consented to marketing, and has it sent. The same key, or the same text and
   * recipients while it is under way or within ten minutes, is the same broadcast. Throws `invalid` for a key that was used
   * with something else.
   */
  broadcast(admin: Viewer, input: SendBroadcast): Promise<Broadcast>;
  /** Sends it to the admin alone; marked, and not counted. */
  testBroadcast(admin: SessionUser, input: TestBroadcast): Promise<void>;
  previewBroadcast(admin: SessionUser, text: BroadcastText): BroadcastPreview;
  broadcasts(page: number): Promise<Page<Broadcast>>;
  /** Throws `not_found`. */
  broadcastOf(id: number): Promise<BroadcastDetails>;
  broadcastAudience(): Promise<BroadcastAudience>;
  /** Stops what has not been sent; again is the same. Throws `not_found` and `broadcast_over`. */
  cancelBroadcast(admin: Viewer, id: number): Promise<Broadcast>;
  /** A job: sends to the recipients of one chunk, or some of them, and then has itself done again. Rejects to be tried again. */
  sendChunk(broadcastId: number, chunk: number): Promise<void>;
  /** Ends the tries for a chunk. */
  abandonChunk(broadcastId: number, chunk: number): Promise<void>;
  /** A sweep: hands on what was held, gives up what waited too long, and ends what nobody is working on any more. */
  mindBroadcasts(): Promise<void>;
}
