import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import { isRefused, type Mailer } from '#src/platform/mail.ts';
import { enqueue, enqueueAll } from '#src/platform/outbox.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Translate } from '#src/shared/translate.ts';
import type { Broadcasts } from '../contract/broadcasts.ts';
import type { Notifications } from '../contract/index.ts';
import { sendChunk } from '../jobs.ts';
import { heldDays } from '../messages/messages.ts';
import { render } from '../templates/templates.ts';
import { type BroadcastRow, chunkSize, claimHours, endIfDecided, limitHours, type Texts, writtenIn } from './store.ts';

export interface SendingDependencies {
  db: Db;
  settings: Pick<Settings, 'get'>;
  mailer: Mailer;
  translator: (language: Language) => Translate;
  publicUrl: string;
  accounts: Pick<Accounts, 'accountsAt'>;
  unsubscribeToken: Notifications['unsubscribeToken'];
}

/** Mails of one job under way at once. The mail server's connections are three: one stays free for codes. */
const lanes = 2;
/** After so long a job has itself done again, so that a process that stops need not wait for a thousand mails. */
const sliceMs = 5_000;
/** So many failures in a row mean that the mail server is away. */
const failuresInARow = 3;
/** A try of which nothing was heard for so long was its process' last. */
const lostMinutes = 5;

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
  const { db, settings, mailer, translator, publicUrl, unsubscribeToken } = dependencies;
  const recipients = (trx: Db) => trx('notifications.broadcast_recipients');

  const waitingOf = (broadcastId: number, chunk: number) =>
    recipients(db)
      .where({ broadcast_id: broadcastId, state: 'waiting' })
      .whereBetween('position', [chunk * chunkSize, (chunk + 1) * chunkSize - 1]);

  /** Counts one more marketing message to an address, where there is room. The trigger on the table has the last word. */
  const count = async (trx: Db, subscriptionId: number): Promise<boolean> => {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update notifications.subscriptions
          set marketing_before_at = marketing_last_at, marketing_last_at = clock_timestamp()
        where id = ? and (marketing_before_at is null
                          or marketing_before_at <= clock_timestamp() - make_interval(hours => ?))`,
      [subscriptionId, limitHours],
    );
    return rowCount > 0;
  };

  /** Decides on a recipient whose turn it is. The row of the subscription is the lock for everything about its address. */
  const decide = async (trx: Db, address: string, claim: { claimed: boolean; stale: boolean }, suspended: boolean) => {
    if (suspended) return 'suspended';
    const subscription = await trx('notifications.subscriptions')
      .whereRaw("channel = 'email' and lower(address) = lower(?)", [address])
      .forUpdate()
      .first<{ id: number; marketing: boolean } | undefined>('id', 'marketing');
    if (!subscription?.marketing) return 'unconsented';
    if (claim.claimed) return claim.stale ? 'failed' : 'sending';
    return (await count(trx, subscription.id)) ? 'sending' : 'over_limit';
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
    const values = { ...writtenIn(texts, language), token: unsubscribeToken(address), test: false };
    const contents = render({ template: 'broadcast', values }, translator(language), publicUrl);
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
      await trx('notifications.broadcasts').where({ id: broadcastId }).update({ held_at: null });
      const { rows } = await trx.raw<{ rows: { chunk: number }[] }>(
        `select distinct position / ${chunkSize} as chunk from notifications.broadcast_recipients
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
      const [broadcast] = await db('notifications.broadcasts')
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
        await db('notifications.broadcasts')
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
      const open = await db('notifications.broadcasts')
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
