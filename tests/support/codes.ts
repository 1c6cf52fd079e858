import type { Mail } from '#src/platform/mail.ts';
import type { Sms } from '#src/platform/sms.ts';

/** The six-digit code in the newest mail to an address. */
export function codeFor(mails: readonly Mail[], email: string): string {
  const mail = mails.find((candidate) => candidate.to.toLowerCase() === email.toLowerCase());
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** The six-digit code in the newest text message to a number. */
export function codeTextedTo(sms: readonly Sms[], phoneNumber: string): string {
  const code = /^\d{6}\b/.exec(sms.find(({ to }) => to === phoneNumber)?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${phoneNumber}`);
  return code;
}

/** The token of the link for a new password in the newest mail to an address. */
export function resetTokenFor(mails: readonly Mail[], email: string): string {
  const link = /\/login\?token=([\w-]+)/;
  const mail = mails.find(({ to, text }) => to.toLowerCase() === email.toLowerCase() && link.test(text));
  const token = link.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no link was mailed to ${email}`);
  return token;
}

/** Another code than this one. */
export function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
