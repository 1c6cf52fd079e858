import type { Db } from '#src/platform/db.ts';
import { type Language, languages } from '#src/shared/languages.ts';
import type { BroadcastCounts, BroadcastText, broadcastStates } from './contract/index.ts';

/** Subject and message in each language that was written; English always was. */
export type Texts = { en: Written } & Partial<Record<Language, Written>>;
interface Written {
  subject: string;
  message: string;
}

export interface BroadcastRow {
  id: number;
  created_by: number;
  created_at: Date;
  key: string | null;
  fingerprint: Buffer;
  texts: Texts;
  audience: 'all' | 'list';
  unconsented: number;
  state: (typeof broadcastStates)[number];
  held_at: Date | null;
  ended_at: Date | null;
  counts: BroadcastCounts | null;
}

/** Recipients of one job. */
export const chunkSize = 1_000;

/** What was typed, by language. */
export function textsOf({ subject, message, subjectEs, messageEs, subjectFr, messageFr }: BroadcastText): Texts {
  return {
    en: { subject, message },
    ...(subjectEs && messageEs && { es: { subject: subjectEs, message: messageEs } }),
    ...(subjectFr && messageFr && { fr: { subject: subjectFr, message: messageFr } }),
  };
}

export const writtenIn = (texts: Texts, language: Language): Written => texts[language] ?? texts.en;

export const languagesOf = (texts: Texts): Language[] => languages.filter((language) => texts[language]);

const countedAs: Record<string, Exclude<keyof BroadcastCounts, 'recipients'>> = {
  waiting: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  over_limit: 'overLimit',
  unconsented: 'withoutConsent',
  suspended: 'suspended',
  failed: 'failed',
  stopped: 'stopped',
};

/** What has become of the recipients of some broadcasts so far. */
export async function countsOf(
  db: Db,
  broadcasts: Pick<BroadcastRow, 'id' | 'unconsented' | 'counts'>[],
): Promise<Map<number, BroadcastCounts>> {
  const open = broadcasts.filter(({ counts }) => !counts).map(({ id }) => id);
  const { rows } = await db.raw<{ rows: { id: number; state: string; many: number }[] }>(
    `select broadcast_id as id, state, count(*) as many from broadcasts.recipients
      where broadcast_id = any(?) group by broadcast_id, state`,
    [open],
  );
  return new Map(
    broadcasts.map(({ id, unconsented, counts }) => {
      if (counts) return [id, counts];
      const found: BroadcastCounts = {
        ...{ recipients: unconsented, waiting: 0, sent: 0, overLimit: 0 },
        ...{ withoutConsent: unconsented, suspended: 0, failed: 0, stopped: 0 },
      };
      for (const { id: of, state, many } of rows) {
        if (of !== id) continue;
        found.recipients += many;
        found[countedAs[state] as keyof BroadcastCounts] += many;
      }
      return [id, found];
    }),
  );
}

/** Ends a broadcast once all its recipients are decided, and keeps what became of them; else leaves it as it is. */
export async function endIfDecided(db: Db, broadcastId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const broadcast = await trx<BroadcastRow>('broadcasts.broadcasts')
      .where({ id: broadcastId })
      .whereNull('counts')
      .forUpdate()
      .first();
    if (!broadcast) return;
    const counts = (await countsOf(trx, [broadcast])).get(broadcastId) as BroadcastCounts;
    if (counts.waiting > 0) return;
    await trx('broadcasts.broadcasts')
      .where({ id: broadcastId })
      .update({
        counts: JSON.stringify(counts),
        state: broadcast.state === 'stopped' ? 'stopped' : 'done',
        held_at: null,
        ended_at: trx.raw('coalesce(ended_at, clock_timestamp())'),
      });
  });
}
