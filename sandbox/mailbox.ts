import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** By name in lower case. */
  headers: Record<string, string>;
  /** ISO 8601, UTC. */
  at: string;
}

export interface Mailbox {
  port: number;
  /** Newest first; of one address, if given. */
  mails(to?: string): ReceivedMail[];
  close(): Promise<void>;
}

const kept = 1_000;

/** A mail server that delivers to nobody: it takes every mail and shows it. Speaks SMTP as any other. */
export async function openMailbox(port: number): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        try {
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          for (const { address } of session.envelope.rcptTo) {
            received.unshift({
              to: address,
              subject: mail.subject ?? '',
              text: mail.text ?? '',
              html: mail.html ?? '',
              headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
              at: new Date().toISOString(),
            });
          }
          received.length = Math.min(received.length, kept);
          done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  server.on('error', () => {}); // a client that breaks off is its own trouble
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.server.address() as { port: number };
  return {
    port: address.port,
    mails: (to) => received.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase()),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
