import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Notifications } from '#modules/notifications/contract/index.ts';
import { audit } from '#src/platform/audit.ts';
import type { Db } from '#src/platform/db.ts';
import { enqueueAll } from '#src/platform/outbox.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import { AppError } from '#src/shared/errors.ts';
import { languages } from '#src/shared/languages.ts';
import { pageFrom, tablePageSize } from '#src/shared/paging.ts';
import type { Viewer } from '#src/shared/viewer.ts';
import type { Broadcast, Broadcasts, SendBroadcast } from './contract/index.ts';
import { sendChunk } from './jobs.ts';
import { type BroadcastRow, chunkSize, countsOf, endIfDecided, languagesOf, textsOf, writtenIn } from './store.ts';

export interface BroadcastDependencies {
  db: Db;
  secrets: Secrets;
  settings: Pick<Settings, 'get'>;
  accounts: Pick<Accounts, 'usernamesOf'>;
  notifications: Pick<
    Notifications,
    'send' | 'unsubscribeToken' | 'renderBroadcast' | 'marketingAudience' | 'marketingReach'
  >;
}

/** For so long the same text to the same recipients, by the same admin, is a second press. */
const twinMinutes = 10;

/** E-mails from admins to many: made, looked at and stopped here; sending.ts brings them out. */
export function createDesk(
  dependencies: BroadcastDependencies,
): Omit<Broadcasts, 'sendChunk' | 'abandonChunk' | 'mindBroadcasts'> {
  const { db, secrets, settings, accounts, notifications } = dependencies;
  const { send, unsubscribeToken, renderBroadcast } = notifications;

  const shown = async (reader: Db, rows: BroadcastRow[]): Promise<Broadcast[]> => {
    const [counts, names] = [
      await countsOf(reader, rows),
      await accounts.usernamesOf(
        reader,
        rows.map((row) => row.created_by),
      ),
    ];
    return rows.map((row) => ({
      id: row.id,
      subject: row.texts.en.subject,
      audience: row.audience,
      createdAt: row.created_at.toISOString(),
      createdBy: { id: row.created_by, username: names.get(row.created_by) ?? null },
      state: row.state,
      heldSince: row.held_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      counts: counts.get(row.id) as Broadcast['counts'],
    }));
  };

  const rowOf = async (reader: Db, id: number): Promise<BroadcastRow> => {
    const row = await reader<BroadcastRow>('broadcasts.broadcasts').where({ id }).first();
    if (!row) throw new AppError('not_found');
    return row;
  };

  /** The broadcast that this one is a repetition of. The lock lets an admin's presses come one after the other. */
  const twinOf = async (trx: Db, admin: Viewer, key: string | undefined, fingerprint: Buffer) => {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended('broadcasts of ' || ?, 0))", [String(admin.id)]);
    const own = () => trx<BroadcastRow>('broadcasts.broadcasts').where({ created_by: admin.id });
    const keyed = key ? await own().where({ key }).first() : undefined;
    if (keyed && !keyed.fingerprint.equals(fingerprint)) throw new AppError('invalid', { fields: { key: 'invalid' } });
    const recent = `(counts is null or created_at > clock_timestamp() - interval '${twinMinutes} minutes')`;
    return keyed ?? own().where({ fingerprint }).whereRaw(recent).orderBy('id', 'desc').first();
  };

  /** Writes down who is to get a broadcast: those who have consented, all of them or those on a list. Says how many. */
  const fixRecipients = async (trx: Db, id: number, list: string[] | null): Promise<number> => {
    let fixed = 0;
    for await (const next of notifications.marketingAudience(trx, list ?? undefined)) {
      await trx.raw(
        `insert into broadcasts.recipients (broadcast_id, position, address, language)
         select ?, ? + nth - 1, address, language
           from unnest(?::text[], ?::text[]) with ordinality as next (address, language, nth)`,
        [id, fixed, next.map(({ address }) => address), next.map(({ language }) => language)],
      );
      fixed += next.length;
    }
    return fixed;
  };

  const begin = async (trx: Db, admin: Viewer, input: SendBroadcast): Promise<number> => {
    const { recipients, key, ...text } = input;
    const texts = textsOf(text);
    const list = recipients === 'all' ? null : [...new Set(recipients.map((one) => one.toLowerCase()))].sort();
    const fingerprint = secrets.digest('broadcast', JSON.stringify([texts, list]));
    const twin = await twinOf(trx, admin, key, fingerprint);
    if (twin) return twin.id;

    const audience = list ? 'list' : 'all';
    const [row] = await trx('broadcasts.broadcasts')
      .insert({ created_by: admin.id, key: key ?? null, fingerprint, texts: JSON.stringify(texts), audience })
      .returning<{ id: number }[]>('id');
    const { id } = row as { id: number };
    const fixed = await fixRecipients(trx, id, list);
    if (list)
      await trx('broadcasts.broadcasts')
        .where({ id })
        .update({ unconsented: list.length - fixed });
    const chunks = Array.from({ length: Math.ceil(fixed / chunkSize) }, (_, chunk) => ({ broadcastId: id, chunk }));
    await enqueueAll(trx, sendChunk, chunks);
    await audit(trx, {
      actor: admin,
      action: 'broadcast_created',
      subject: { kind: 'broadcast', id },
      after: { subject: texts.en.subject, languages: languagesOf(texts), audience, recipients: fixed },
    });
    if (fixed === 0) await endIfDecided(trx, id);
    return id;
  };

  return {
    broadcast: (admin, input) =>
      db.transaction(async (trx) => {
        const id = await begin(trx, admin, input);
        const [broadcast] = await shown(trx, [await rowOf(trx, id)]);
        return broadcast as Broadcast;
      }),

    async testBroadcast(admin, { language, ...text }) {
      const values = { ...writtenIn(textsOf(text), language), token: unsubscribeToken(admin.email), test: true };
      await db.transaction((trx) => send(trx, { template: 'broadcast', to: admin.email, language, values }));
    },

    previewBroadcast(admin, text) {
      const texts = textsOf(text);
      const token = unsubscribeToken(admin.email);
      const items = languages.map((language) => {
        const values = { ...writtenIn(texts, language), token, test: false };
        const { subject, html, text: plain } = renderBroadcast(values, language);
        return { language, translated: texts[language] !== undefined, subject, html, text: plain };
      });
      return { items };
    },

    async broadcasts(page) {
      const [rows, [total]] = await Promise.all([
        db<BroadcastRow>('broadcasts.broadcasts')
          .orderBy('id', 'desc')
          .limit(tablePageSize)
          .offset((page - 1) * tablePageSize),
        db('broadcasts.broadcasts').count<{ count: number }[]>(),
      ]);
      return pageFrom(await shown(db, rows), Number(total?.count ?? 0), page);
    },

    async broadcastOf(id) {
      const row = await rowOf(db, id);
      const [broadcast] = await shown(db, [row]);
      const texts = languagesOf(row.texts).map((language) => ({ language, ...writtenIn(row.texts, language) }));
      return { ...(broadcast as Broadcast), texts };
    },

    async broadcastAudience() {
      const { consented, overLimit } = await notifications.marketingReach(db);
      const switchedOn = await settings.get('email_notifications');
      return { consented, overLimit, reachable: consented - overLimit, switchedOn };
    },

    cancelBroadcast: (admin, id) =>
      db.transaction(async (trx) => {
        const row = await trx<BroadcastRow>('broadcasts.broadcasts').where({ id }).forUpdate().first();
        if (!row) throw new AppError('not_found');
        if (row.state === 'done') throw new AppError('broadcast_over');
        if (row.state !== 'stopped') {
          const unsent = await trx('broadcasts.recipients')
            .where({ broadcast_id: id, state: 'waiting' })
            .update({ state: 'stopped' });
          await trx('broadcasts.broadcasts')
            .where({ id })
            .update({ state: 'stopped', held_at: null, ended_at: trx.raw('clock_timestamp()') });
          await audit(trx, {
            actor: admin,
            action: 'broadcast_cancelled',
            subject: { kind: 'broadcast', id },
            before: { state: row.state },
            after: { state: 'stopped', unsent },
          });
          await endIfDecided(trx, id);
        }
        const [broadcast] = await shown(trx, [await rowOf(trx, id)]);
        return broadcast as Broadcast;
      }),
  };
}
