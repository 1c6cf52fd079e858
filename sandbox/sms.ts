import { randomBytes } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';

export interface ReceivedSms {
  to: string;
  text: string;
  /** ISO 8601, UTC. */
  at: string;
}

export interface Phones {
  /** Twilio's REST protocol, as far as sending a message needs it. */
  router: Router;
  /** Newest first; of one number, if given. */
  messages(to?: string): ReceivedSms[];
}

const kept = 1_000;
const e164 = /^\+[1-9]\d{7,14}$/;
/** Twilio's own number for trying out a refusal. */
const refusedNumber = '+15005550001';

/** A telephone network that reaches nobody: it takes every text message and shows it, and refuses what Twilio refuses. */
export function openPhones(account: { accountSid: string; authToken: string }): Phones {
  const received: ReceivedSms[] = [];
  const router = express.Router();
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`;

  router.post(
    '/2010-04-01/Accounts/:sid/Messages.json',
    express.urlencoded({ extended: false }),
    (req: Request<{ sid: string }>, res: Response) => {
      const { sid } = req.params;
      if (req.headers.authorization !== authorization || sid !== account.accountSid) {
        refuse(res, 401, 20003, 'Authenticate');
        return;
      }
      const { To: to = '', From: from = '', Body: text = '' } = (req.body ?? {}) as Record<string, string>;
      if (!to) return refuse(res, 400, 21604, "A 'To' phone number is required.");
      if (!e164.test(to) || to === refusedNumber) return refuse(res, 400, 21211, `Invalid 'To' Phone Number: ${to}`);
      if (!from) return refuse(res, 400, 21603, "A 'From' phone number is required.");
      if (!text) return refuse(res, 400, 21602, 'Message body is required.');
      if (text.length > 1_600) {
        return refuse(res, 400, 21617, 'The concatenated message body exceeds the 1600 character limit');
      }
      const now = new Date();
      received.unshift({ to, text, at: now.toISOString() });
      received.length = Math.min(received.length, kept);
      res.status(201).json(resourceOf({ account: sid, to, from, text, now }));
    },
  );

  return { router, messages: (to) => received.filter((sms) => to === undefined || sms.to === to) };
}

function refuse(res: Response, status: number, code: number, message: string): void {
  res.status(status).json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

/** A message as Twilio describes it right after it was accepted. */
function resourceOf({
  account,
  to,
  from,
  text,
  now,
}: Record<'account' | 'to' | 'from' | 'text', string> & { now: Date }) {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const uri = `/2010-04-01/Accounts/${account}/Messages/${sid}`;
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body: text,
    date_created: now.toUTCString(),
    date_sent: null,
    date_updated: now.toUTCString(),
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  };
}
