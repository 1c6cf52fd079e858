import type { Translate } from '#src/shared/translate.ts';
import type { MailContents, MailTemplates } from '../contract/index.ts';
import { escaped, framed, linkStyle, paragraph } from './mail-frame.ts';

/** What an admin has written, as a mail: as text and as HTML, with the two ways to unsubscribe (RFC 8058 and a link). */
export function broadcastMail(values: MailTemplates['broadcast'], t: Translate, publicUrl: string): MailContents {
  const { message, token, test } = values;
  const subject = test ? `${t('mail:broadcast.test')} ${values.subject}` : values.subject;
  const link = new URL('/unsubscribe', publicUrl);
  link.searchParams.set('token', token);
  const [why, unsubscribe] = [t('mail:broadcast.why'), t('mail:broadcast.unsubscribe')];
  const footer = `${escaped(why)} <a href="${escaped(link.href)}" style="${linkStyle}">${escaped(unsubscribe)}</a>`;
  const paragraphs = message.split(/\n{2,}/).map((text) => paragraph(written(text)));
  return {
    subject,
    text: [message, t('mail:signature'), `${why}\n${t('mail:broadcast.unsubscribeAt', { url: link.href })}`].join(
      '\n\n',
    ),
    html: framed(subject, paragraphs.join(''), t, footer),
    headers: {
      'List-Unsubscribe': `<${new URL(`/api/unsubscribe/${token}`, publicUrl).href}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** An address of the web, without the punctuation of the sentence that it stands in. */
const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]])/;

/** Typed text as HTML: nothing of it is markup, its lines stay, and addresses of the web become links. */
function written(text: string): string {
  const parts = text.split(address).map((part, index) => {
    const shown = escaped(part).replaceAll('\n', '<br>');
    return index % 2 === 1 && URL.canParse(part)
      ? `<a href="${escaped(part)}" style="${linkStyle}">${shown}</a>`
      : shown;
  });
  return parts.join('');
}
