import type { Mail } from '../../src/platform/mail.ts';

/** The six-digit code in the newest mail to an address. */
export function codeFor(mails: readonly Mail[], email: string): string {
  const mail = mails.find((candidate) => candidate.to.toLowerCase() === email.toLowerCase());
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return code;
}

/** Another code than this one. */
export function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
