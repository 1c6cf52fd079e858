import type RequestClient from 'twilio/lib/base/RequestClient.js';
import type Twilio from 'twilio/lib/rest/Twilio.js';

export interface Sms {
  /** E.164: '+34600111222'. */
  to: string;
  text: string;
}

export interface SmsGateway {
  /**
   * 'refused' where the provider says that this message can never be sent (no such number, its owner has answered STOP),
   * so that trying again is useless. Rejects when it should be tried again.
   */
  send(sms: Sms): Promise<'sent' | 'refused'>;
}

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** The sender: a number of the account, or a name where the country allows one. */
  from: string;
  /** Where Twilio's API is to be found, if elsewhere than at Twilio. */
  apiUrl?: string | undefined;
}

const timeoutMs = 15_000;

/** Text messages by way of Twilio. */
export function createSmsGateway({ accountSid, authToken, from, apiUrl }: TwilioAccount): SmsGateway {
  let client: Promise<Twilio> | undefined;

  // Loaded with the first message: it takes 65 ms and 30 MB (the whole package 110 ms), which web processes never need.
  const connect = async (): Promise<Twilio> => {
    const [{ default: Client }, { default: Requests }] = await Promise.all([
      import('twilio/lib/rest/Twilio.js'),
      import('twilio/lib/base/RequestClient.js'),
    ]);
    const httpClient = new Requests({ timeout: timeoutMs });
    return new Client(accountSid, authToken, { httpClient: apiUrl ? redirected(httpClient, apiUrl) : httpClient });
  };

  return {
    async send({ to, text }) {
      client ??= connect();
      const { messages } = await client;
      try {
        await messages.create({ to, from, body: text });
        return 'sent';
      } catch (error) {
        if ((error as { status?: number }).status === 400) return 'refused';
        throw error;
      }
    },
  };
}

/** The client builds addresses of Twilio by itself: their scheme and host are replaced on the way out. */
function redirected(client: RequestClient, apiUrl: string): RequestClient {
  const request = client.request.bind(client);
  client.request = (options) => {
    const { pathname, search } = new URL(options.uri);
    return request({ ...options, uri: new URL(pathname + search, apiUrl).href });
  };
  return client;
}
