import type { Db } from '../../src/platform/db.ts';
import type { Mailer } from '../../src/platform/mail.ts';
import { enqueue } from '../../src/platform/outbox.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { SmsGateway } from '../../src/platform/sms.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Translate } from '../../src/shared/translate.ts';
import type { Channel, MailMessage, Message, Notifications, SmsMessage } from './contract.ts';
import { deliverMessage } from './jobs.ts';
import { render, renderSms } from './templates.ts';

export interface NotificationsDependencies {
  db: Db;
  secrets: Secrets;
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

export function createMessages(
  dependencies: NotificationsDependencies,
): Pick<Notifications, 'send' | 'deliver' | 'giveUp'> {
  const { db, secrets, mailer, sms, translator, publicUrl } = dependencies;
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

  return {
    async send(trx, { channel = 'email', template, to, language, values, expiresAt }) {
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
    },

    async deliver(messageId) {
      const message = await db<MessageRow>('notifications.messages')
        .where({ id: messageId })
        .whereNotNull('sealed')
        .first('*', db.raw('coalesce(expires_at <= now(), false) as expired'));
      if (!message) return;
      if (message.expired) {
        await close(messageId, 'given_up_at');
        return;
      }
      await close(messageId, (await bringOut(message)) ? 'sent_at' : 'given_up_at');
    },

    async giveUp(messageId) {
      await close(messageId, 'given_up_at').whereNotNull('sealed');
    },
  };
}
