import type { Accounts } from '#modules/accounts/contract/index.ts';
import { heldDays, type Notifications } from '#modules/notifications/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { isRefused, type Mailer } from '#src/platform/mail.ts';
import { enqueue, enqueueAll } from '#src/platform/outbox.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Broadcasts } from './contract/index.ts';
import { sendChunk } from './jobs.ts';
import { type BroadcastRow, chunkSize, endIfDecided, type Texts, writtenIn } from './store.ts';

export interface SendingDependencies {
  db: Db;
  settings: Pick<Settings, 'get'>;
  mailer: Mailer;
  publicUrl: string;
  accounts: Pick<Accounts, 'accountsAt'>;
  notifications: Pick<Notifications, 'claimMarketing' | 'renderBroadcast' | 'unsubscribeToken'>;
}

/** Mails of one job under way at once. The mail server's connections are three: one stays free for codes. */
const lanes = 2;
/** After so long a job has itself done again, so that a process that stops need not wait for a thousand mails. */
const sliceMs = 5_000;
/** So many failures in a row mean that the mail server is away. */
const failuresInARow = 3;
/** A try of which nothing was heard for so long was its process' last. */
const lostMinutes = 5;
/** A mail that was counted longer ago is not sent any more: when it arrives is what the limit is about. */
const claimHours = 1;

interface Turn {
  position: number;
  address: string;
  language: Language;
}

type End = 'sent' | 'failed' | 'waiting';

/**
 * Brings broadcasts out. Each recipient is decided on in a transaction of his or her own right before the mail leaves, so
 * that an opt-out, a stop and the limit hold at that moment. A mail of which nobody knows whether it left (its process was
 * killed) is not sent again: nobody gets one twice.
 */
export function createSending(
  dependencies: SendingDependencies,
): Pick<Broadcasts, 'sendChunk' | 'abandonChunk' | 'mindBroadcasts'> {
  const { db, settings, mailer, publicUrl, notifications } = dependencies;
  const recipients = (trx: Db) => trx('broadcasts.recipients');

  const waitingOf = (broadcastId: number, chunk: number) =>
    recipients(db)
      .where({ broadcast_id: broadcastId, state: 'waiting' })
      .whereBetween('position', [chunk * chunkSize, (chunk + 1) * chunkSize - 1]);

  /** Decides on a recipient whose turn it is. */
  const decide = async (trx: Db, address: string, claim: { claimed: boolean; stale: boolean }, suspended: boolean) => {
    if (suspended) return 'suspended';
    const answer = await notifications.claimMarketing(trx, address, claim.claimed);
    if (answer !== 'granted') return answer;
    return claim.stale ? 'failed' : 'sending';
  };

  /** Takes a recipient's turn; true where the mail is to leave now. */
  const take = (broadcastId: number, { position, address }: Turn, suspended: boolean): Promise<boolean> =>
    db.transaction(async (trx) => {
      const turn = { broadcast_id: broadcastId, position };
      const claim = await recipients(trx)
        .where({ ...turn, state: 'waiting' })
        .forUpdate()
        .skipLocked()
        .first<{ claimed: boolean; stale: boolean } | undefined>(
          trx.raw('claimed_at is not null as claimed'),
          trx.raw('coalesce(claimed_at <= clock_timestamp() - make_interval(hours => ?), false) as stale', [
            claimHours,
          ]),
        );
      if (!claim) return false;
      const state = await decide(trx, address, claim, suspended);
      await recipients(trx)
        .where(turn)
        .update({
          state,
          tried_at: trx.raw('clock_timestamp()'),
          ...(state === 'sending' && !claim.claimed && { claimed_at: trx.raw('clock_timestamp()') }),
        });
      return state === 'sending';
    });

  const mail = async (broadcastId: number, texts: Texts, { position, address, language }: Turn): Promise<void> => {
    const values = { ...writtenIn(texts, language), token: notifications.unsubscribeToken(address), test: false };
    const contents = notifications.renderBroadcast(values, language);
    const messageId = `<broadcast-${broadcastId}-${position}@${new URL(publicUrl).hostname}>`;
    await mailer.send({ to: address, ...contents, messageId });
  };

  /** Sends to those who wait in a chunk, until the time is over. Says what kept it from the others, if anything did. */
  const sendSome = async (broadcastId: number, texts: Texts, turns: Turn[]) => {
    const accounts = await dependencies.accounts.accountsAt(
      db,
      turns.map(({ address }) => address),
    );
    const until = performance.now() + sliceMs;
    let stopped: 'held' | 'late' | undefined;
    let inARow = 0;
    let trouble: unknown;

    const sendOne = async (turn: Turn): Promise<void> => {
      const account = accounts.get(turn.address.toLowerCase());
      if (!(await take(broadcastId, turn, account?.suspended ?? false))) return;
      let end: End = 'sent';
      try {
        await mail(broadcastId, texts, { ...turn, language: account?.language ?? turn.language });
        inARow = 0;
      } catch (error) {
        end = isRefused(error) ? 'failed' : 'waiting';
        if (end === 'waiting') {
          trouble = error;
          inARow += 1;
        }
      }
      await recipients(db).where({ broadcast_id: broadcastId, position: turn.position }).update({ state: end });
    };

    const queue = turns.values();
    const lane = async (): Promise<void> => {
      for (const turn of queue) {
        if (inARow >= failuresInARow || stopped) return;
        if (performance.now() > until) stopped = 'late';
        else if (!(await settings.get('email_notifications'))) stopped = 'held';
        else await sendOne(turn);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return { stopped, trouble };
  };

  /** Has every chunk done again in which somebody waits. */
  const handOn = (broadcastId: number) =>
    db.transaction(async (trx) => {
      await trx('broadcasts.broadcasts').where({ id: broadcastId }).update({ held_at: null });
      const { rows } = await trx.raw<{ rows: { chunk: number }[] }>(
        `select distinct position / ${chunkSize} as chunk from broadcasts.recipients
          where broadcast_id = ? and state = 'waiting' order by chunk`,
        [broadcastId],
      );
      await enqueueAll(
        trx,
        sendChunk,
        rows.map(({ chunk }) => ({ broadcastId, chunk })),
      );
    });

  return {
    async sendChunk(broadcastId, chunk) {
      const [broadcast] = await db('broadcasts.broadcasts')
        .where({ id: broadcastId })
        .whereIn('state', ['queued', 'sending'])
        .update({ state: 'sending' })
        .returning<Pick<BroadcastRow, 'texts'>[]>('texts');
      if (!broadcast) return;
      const turns = await waitingOf(broadcastId, chunk)
        .orderBy('position')
        .select<Turn[]>('position', 'address', 'language');
      const { stopped, trouble } = await sendSome(broadcastId, broadcast.texts, turns);
      if (stopped === 'held') {
        await db('broadcasts.broadcasts')
          .where({ id: broadcastId, state: 'sending' })
          .update({ held_at: db.raw('coalesce(held_at, now())') });
      } else if (stopped === 'late') {
        await enqueue(db, sendChunk, { broadcastId, chunk });
      } else if (trouble) {
        throw trouble;
      }
      await endIfDecided(db, broadcastId);
    },

    async abandonChunk(broadcastId, chunk) {
      await waitingOf(broadcastId, chunk).update({ state: 'failed' });
      await endIfDecided(db, broadcastId);
    },

    async mindBroadcasts() {
      const open = await db('broadcasts.broadcasts')
        .whereNull('counts')
        .select<{ id: number; state: string; held_at: Date | null; expired: boolean }[]>(
          ...['id', 'state', 'held_at'],
          db.raw('coalesce(created_at <= now() - make_interval(days => ?), false) as expired', [heldDays]),
        );
      const isOn = await settings.get('email_notifications');
      for (const { id, state, held_at, expired } of open) {
        const waiting = recipients(db).where({ broadcast_id: id, state: 'waiting' });
        await recipients(db)
          .where({ broadcast_id: id, state: 'sending' })
          .where('tried_at', '<=', db.raw('clock_timestamp() - make_interval(mins => ?)', [lostMinutes]))
          .update({ state: 'failed' });
        if (held_at && isOn) await handOn(id);
        else if (held_at && expired) await waiting.update({ state: 'failed' });
        else if (state === 'stopped') await waiting.update({ state: 'stopped' }); // a try that failed as it was stopped
        await endIfDecided(db, id);
      }
    },
  };
}
