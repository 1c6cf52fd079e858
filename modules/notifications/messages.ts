import type { Db } from '../../src/platform/db.ts';
import type { Mailer } from '../../src/platform/mail.ts';
import { enqueue } from '../../src/platform/outbox.ts';
import type { Secrets } from '../../src/platform/secrets.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Translate } from '../../src/shared/translate.ts';
import type { Message, Notifications } from './contract.ts';
import { deliverMessage } from './jobs.ts';
import { render } from './templates.ts';

export interface NotificationsDependencies {
  db: Db;
  secrets: Secrets;
  mailer: Mailer;
  translator: (language: Language) => Translate;
  publicUrl: string;
}

interface MessageRow {
  id: number;
  template: Message['template'];
  language: Language;
  sealed: Buffer;
  expired: boolean;
}

type Contents = Pick<Message, 'to' | 'values'>;

export function createMessages(dependencies: NotificationsDependencies): Notifications {
  const { db, secrets, mailer, translator, publicUrl } = dependencies;
  const close = (id: number, how: 'sent_at' | 'given_up_at') =>
    db('notifications.messages')
      .where({ id })
      .update({ [how]: db.fn.now(), sealed: null });

  return {
    async send(trx, { template, to, language, values, expiresAt }) {
      const contents: Contents = { to, values };
      const [row] = await trx('notifications.messages')
        .insert({
          channel: 'email',
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
      const { to, values } = secrets.unseal<Contents>(message.sealed);
      const contents = render(
        { template: message.template, values } as Message,
        translator(message.language),
        publicUrl,
      );
      await mailer.send({ to, ...contents, messageId: `<message-${messageId}@${new URL(publicUrl).hostname}>` });
      await close(messageId, 'sent_at');
    },

    async giveUp(messageId) {
      await close(messageId, 'given_up_at').whereNotNull('sealed');
    },
  };
}
