import type { Db } from '#src/platform/db.ts';
import type { Mailer } from '#src/platform/mail.ts';
import { enqueue, enqueueAll } from '#src/platform/outbox.ts';
import type { Secrets } from '#src/platform/secrets.ts';
import type { Settings } from '#src/platform/settings.ts';
import type { SmsGateway } from '#src/platform/sms.ts';
import type { Language } from '#src/shared/languages.ts';
import type { Translate } from '#src/shared/translate.ts';
import {
  type Channel,
  channels,
  heldDays,
  type MailMessage,
  type Message,
  type Notifications,
  type SmsMessage,
} from '../contract/index.ts';
import { deliverMessage } from '../jobs.ts';
import { isEssential, render, renderSms } from '../templates/templates.ts';

export interface MessageDependencies {
  db: Db;
  secrets: Secrets;
  settings: Pick<Settings, 'get' | 'all'>;
  mailer: Mailer;
  sms: SmsGateway;
  translator: (language: Language) => Translate;
  publicUrl: string;
}

interface MessageRow {
  id: number;
  channel: Channel;
  template: Message['template'];
  language: Language;
  sealed: Buffer;
  expired: boolean;
}

type Contents = Pick<Message, 'to' | 'values'>;

const switchOf = { email: 'email_notifications', sms: 'sms_notifications' } as const;
/** Held messages that are handed on in one transaction. */
const batch = 1_000;

export function createMessages(
  dependencies: MessageDependencies,
  mayText: (trx: Db, number: string) => Promise<boolean>,
): Pick<Notifications, 'send' | 'deliver' | 'postpone' | 'handOn' | 'renderBroadcast'> {
  const { db, secrets, settings, mailer, sms, translator, publicUrl } = dependencies;
  const isOn = (channel: Channel) => settings.get(switchOf[channel]);
  const close = (id: number, how: 'sent_at' | 'given_up_at') =>
    db('notifications.messages')
      .where({ id })
      .update({ [how]: db.fn.now(), sealed: null });

  /** Brings one message out by its channel. False where it can never be. */
  const bringOut = async ({ id, channel, language, template, sealed }: MessageRow): Promise<boolean> => {
    const { to, values } = secrets.unseal<Contents>(sealed);
    const message = { template, values };
    const t = translator(language);
    if (channel === 'sms') {
      return (await sms.send({ to, text: renderSms(message as SmsMessage, t, publicUrl) })) === 'sent';
    }
    const contents = render(message as MailMessage, t, publicUrl);
    await mailer.send({ to, ...contents, messageId: `<message-${id}@${new URL(publicUrl).hostname}>` });
    return true;
  };

  /** Leaves a message where it is, for the sweep. Held again, it does not wait longer. */
  const hold = (id: number) =>
    db('notifications.messages')
      .where({ id })
      .whereNotNull('sealed')
      .update({
        held_at: db.fn.now(),
        expires_at: db.raw('least(expires_at, created_at + make_interval(days => ?))', [heldDays]),
      });

  /** Has the next held messages of a channel delivered; says how many. */
  const handOnNext = (channel: Channel): Promise<number> =>
    db.transaction(async (trx) => {
      const { rows } = await trx.raw<{ rows: { id: number }[] }>(
        `update notifications.messages set held_at = null
          where id in (select id from notifications.messages
                        where channel = ? and held_at is not null and sealed is not null
                        order by id limit ${batch} for update skip locked)
          returning id`,
        [channel],
      );
      await enqueueAll(
        trx,
        deliverMessage,
        rows.map(({ id }) => ({ messageId: id })),
      );
      return rows.length;
    });

  return {
    async send(trx, { channel = 'email', template, to, language, values, expiresAt }) {
      if (channel === 'sms' && !(await mayText(trx, to))) return false;
      const contents: Contents = { to, values };
      const [row] = await trx('notifications.messages')
        .insert({
          channel,
          template,
          language,
          sealed: secrets.seal(contents),
          expires_at: expiresAt ?? null,
        })
        .returning<{ id: number }[]>('id');
      await enqueue(trx, deliverMessage, { messageId: (row as { id: number }).id });
      return true;
    },

    async deliver(messageId) {
      const message = await db('notifications.messages')
        .where({ id: messageId })
        .whereNotNull('sealed')
        .first<MessageRow | undefined>('*', db.raw('coalesce(expires_at <= now(), false) as expired'));
      if (!message) return;
      if (message.expired) {
        await close(messageId, 'given_up_at');
      } else if (!isEssential[message.template] && !(await isOn(message.channel))) {
        await hold(messageId);
      } else {
        await close(messageId, (await bringOut(message)) ? 'sent_at' : 'given_up_at');
      }
    },

    async postpone(messageId) {
      await db('notifications.messages')
        .where({ id: messageId })
        .whereNotNull('sealed')
        .update({ expires_at: db.raw('least(expires_at, now() + make_interval(days => ?))', [heldDays]) });
    },

    async handOn() {
      await db('notifications.messages')
        .whereNotNull('sealed')
        .where('expires_at', '<=', db.fn.now())
        .update({ given_up_at: db.fn.now(), sealed: null });
      for (const channel of channels) {
        if (await isOn(channel)) while ((await handOnNext(channel)) === batch);
      }
    },

    renderBroadcast: (values, language) => render({ template: 'broadcast', values }, translator(language), publicUrl),
  };
}
