import type { TextKey, Translate } from '#src/shared/translate.ts';
import type { MailContents, MailMessage, Message, SmsMessage } from '../contract/index.ts';
import { broadcastMail } from './broadcast-mail.ts';
import { escaped, framed, linkStyle, paragraph } from './mail-frame.ts';

/**
 * What goes out although notifications are switched off (decision 9): codes, resets, notices of security, receipts. All else
 * waits, and expires.
 */
export const isEssential: Record<Message['template'], boolean> = {
  verification_code: true,
  account_action_code: true,
  password_reset: true,
  already_registered: true,
  password_changed: true,
  contact_changed: true,
  new_admin: true,
  account_erased: true,
  payment_receipt: true,
  payment_refunded: true,
  subscription_confirmation: false,
  award: false,
  results_final: false,
  broadcast: false,
};

interface Outline {
  subject: string;
  paragraphs: string[];
  /** What the eye should find first. */
  code?: string;
  /** Numbered lines. */
  list?: string[];
  link?: { url: string; label: string };
}

/** The contents of a mail in its language, as plain text and as HTML. */
export function render(
  { template, values }: Pick<MailMessage, 'template' | 'values'>,
  t: Translate,
  publicUrl: string,
): MailContents {
  const message = { template, values } as MailMessage;
  if (message.template === 'broadcast') return broadcastMail(message.values, t, publicUrl);
  const outline = outlineOf(message, t, publicUrl);
  return { subject: outline.subject, text: asText(outline, t), html: asHtml(outline, t) };
}

/** A text message in its language. */
export function renderSms(
  { template, values }: Pick<SmsMessage, 'template' | 'values'>,
  t: Translate,
  publicUrl: string,
): string {
  const message = { template, values } as SmsMessage;
  switch (message.template) {
    case 'account_action_code': {
      const { action, ...values } = message.values;
      return `${t(`sms:${action}_code`, values)}\n\n@${new URL(publicUrl).hostname} #${values.code}`;
    }
    case 'verification_code':
      // The last line binds the code to this site: browsers offer to fill it in here, and nowhere else.
      return `${t('sms:verification_code', message.values)}\n\n@${new URL(publicUrl).hostname} #${message.values.code}`;
    case 'subscription_confirmation': {
      const { token, hours } = message.values;
      return t('sms:subscription_confirmation', { hours, url: link('/subscriptions/confirm', token, publicUrl) });
    }
  }
}

function link(path: string, token: string, publicUrl: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set('token', token);
  return url.href;
}

function outlineOf(message: Exclude<MailMessage, { template: 'broadcast' }>, t: Translate, publicUrl: string): Outline {
  // Which parts a template has, its own case below knows.
  const text = (part: string) => t(`mail:${message.template}.${part}` as TextKey, { ...message.values });
  switch (message.template) {
    case 'verification_code':
      return { subject: text('subject'), paragraphs: [text('intro'), text('outro')], code: message.values.code };
    case 'account_action_code':
      return {
        subject: text('subject'),
        paragraphs: [text(`intro_${message.values.action}`), text('outro')],
        code: message.values.code,
      };
    case 'contact_changed':
      return { subject: text(`subject_${message.values.kind}`), paragraphs: [text('intro'), text('outro')] };
    case 'new_admin': {
      const { by, userId } = message.values;
      return {
        subject: text('subject'),
        paragraphs: [text(by === null ? 'intro_command' : 'intro'), text('outro')],
        link: { url: new URL(`/admin/users/${userId}`, publicUrl).href, label: text('link') },
      };
    }
    case 'account_erased':
      return { subject: text('subject'), paragraphs: [text('intro'), text('outro')] };
    case 'results_final':
      return {
        subject: text('subject'),
        paragraphs: [text('intro'), text('outro')],
        link: { url: new URL(`/results/${message.values.topicId}`, publicUrl).href, label: text('link') },
      };
    case 'already_registered':
    case 'password_changed':
      return {
        subject: text('subject'),
        paragraphs: [text('intro'), text('outro')],
        link: { url: new URL('/login', publicUrl).href, label: text('link') },
      };
    case 'award': {
      const { kyc, topicId } = message.values;
      return {
        subject: text('subject'),
        paragraphs: [text('intro'), ...(kyc ? [text('kyc')] : []), text('outro')],
        link: { url: new URL(`/results/${topicId}`, publicUrl).href, label: text('link') },
      };
    }
    case 'payment_receipt':
    case 'payment_refunded': {
      const { topicId } = message.values;
      const [list, paragraphs] =
        message.template === 'payment_receipt'
          ? [message.values.ranking, ['intro', 'receipt', 'outro']]
          : [undefined, [message.values.ballotStays ? 'intro_final' : 'intro', message.values.why, 'outro']];
      return {
        subject: text('subject'),
        paragraphs: paragraphs.map(text),
        ...(list && { list }),
        link: { url: new URL(`/results/${topicId}`, publicUrl).href, label: text('link') },
      };
    }
    case 'password_reset':
    case 'subscription_confirmation': {
      const path = message.template === 'password_reset' ? '/login' : '/subscriptions/confirm';
      return {
        subject: text('subject'),
        paragraphs: [text('intro'), text('outro')],
        link: { url: link(path, message.values.token, publicUrl), label: text('link') },
      };
    }
  }
}

function asText({ paragraphs, code, list = [], link }: Outline, t: Translate): string {
  const [intro, ...rest] = paragraphs;
  const lines = list.map((line, index) => `${index + 1}. ${line}`).join('\n');
  const middle = [lines, code, link && `${link.label}: ${link.url}`].filter(Boolean);
  return [intro, ...middle, ...rest, t('mail:signature')].join('\n\n');
}

function asHtml({ subject, paragraphs, code, list, link }: Outline, t: Translate): string {
  const [intro = '', ...rest] = paragraphs;
  const middle = [
    list && `<ol style="margin:0 0 16px">${list.map((line) => `<li>${escaped(line)}</li>`).join('')}</ol>`,
    code && paragraph(escaped(code), 'font:700 36px/1.2 Arial Narrow,Arial,sans-serif;letter-spacing:8px'),
    link && paragraph(`<a href="${escaped(link.url)}" style="${linkStyle}">${escaped(link.label)}</a>`),
  ]
    .filter(Boolean)
    .join('');
  const after = rest.map((text) => paragraph(escaped(text))).join('');
  return framed(subject, `${paragraph(escaped(intro))}${middle}${after}`, t);
}
