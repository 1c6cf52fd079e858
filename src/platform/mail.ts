import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try of one message, so that a mailbox can recognise a repeated delivery. */
  messageId: string;
  /** Further headers, by name. */
  headers?: Record<string, string>;
}

/** True where the mail server has refused this one mail for good (its address, or what it says): no other try helps. */
export function isRefused(error: unknown): boolean {
  const { command, code, responseCode = 0 } = error as { command?: string; code?: string; responseCode?: number };
  if (command === 'API') return code === 'EENVELOPE';
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500;
}

export interface Mailer {
  /** Resolves when the SMTP server has accepted the mail, rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0]);
  return {
    async send(mail) {
      // An object with one address, never a header to parse: a comma in it cannot add a recipient.
      await transport.sendMail({ ...mail, to: { name: '', address: mail.to }, from });
    },
    close: () => transport.close(),
  };
}
