import http from 'node:http';
import express from 'express';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openPhones, type Phones } from '#sandbox/sms.ts';
import { createSmsGateway } from './sms.ts';

/* The official client against the sandbox, over HTTP. */

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a token', from: '+15005550006' };
let phones: Phones;
/** What the network answers in place of the sandbox: an HTTP status. */
let failure: number | undefined;
const app = express();
app.use((req, res, next) => (failure ? res.status(failure).json({ status: failure }) : phones.router(req, res, next)));
const server = http.createServer(app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const apiUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
afterAll(() => server.close());
beforeEach(() => {
  failure = undefined;
  phones = openPhones(account);
});

const to = '+34600111222';

describe('a text message', () => {
  it('is taken by the provider as it was written', async () => {
    const gateway = createSmsGateway({ ...account, apiUrl });
    expect(await gateway.send({ to, text: 'Hello & ¿qué tal? +1 = 100 %' })).toBe('sent');
    await gateway.send({ to: '+33600000000', text: 'second' });
    expect(phones.messages().map(({ text }) => text)).toEqual(['second', 'Hello & ¿qué tal? +1 = 100 %']);
    expect(phones.messages(to)).toEqual([{ to, text: 'Hello & ¿qué tal? +1 = 100 %', at: expect.any(String) }]);
  });

  it.each([
    ['no number', '', 'text'],
    ['a number without a country', '0600111222', 'text'],
    ['a number that does not exist', '+15005550001', 'text'],
    ['more than the provider sends at once', to, 'x'.repeat(1_601)],
  ])('with %s is refused for good', async (_what, number, text) => {
    expect(await createSmsGateway({ ...account, apiUrl }).send({ to: number, text })).toBe('refused');
    expect(phones.messages()).toEqual([]);
  });

  it.each([429, 500, 503])('is to be tried again after an answer of %i', async (status) => {
    const gateway = createSmsGateway({ ...account, apiUrl });
    failure = status;
    await expect(gateway.send({ to, text: 'Hello' })).rejects.toMatchObject({ status });
    failure = undefined;
    expect(await gateway.send({ to, text: 'Hello' })).toBe('sent');
  });

  it('is to be tried again when the token is wrong or nobody answers: neither is the message’s fault', async () => {
    const wrong = createSmsGateway({ ...account, authToken: 'another', apiUrl });
    await expect(wrong.send({ to, text: 'Hello' })).rejects.toMatchObject({ status: 401, code: 20003 });
    const nobody = createSmsGateway({ ...account, apiUrl: 'http://127.0.0.1:1' });
    await expect(nobody.send({ to, text: 'Hello' })).rejects.toThrow();
    expect(phones.messages()).toEqual([]);
  });
});
