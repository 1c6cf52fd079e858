import { describe, expect, it } from 'vitest';
import type { Confirmation, Payment, PaymentReason, PaymentStatus } from '#modules/payments/contract/index.ts';
import { ApiError } from '#renderer/data/api.ts';
import { pay } from './pay.ts';

type State = PaymentStatus | [PaymentStatus, PaymentReason];
type Entered = { message?: string } | 'entered' | 'broken' | 'incomplete';
type Confirmed = State | 'lost' | 'bank' | 'declined' | { status: number; text: string };

const paymentIn = (state: State): Payment => {
  const [status, reason] = typeof state === 'string' ? [state, null] : state;
  return { id: 7, status, reason } as Payment;
};

interface World {
  /** What comes of the form. */
  entered?: Entered;
  /** What the server answers to one confirmation after the other. */
  confirmed?: Confirmed[];
  /** How the payment stands when the server is asked, the last for ever. */
  settled?: (State | 'lost')[];
  /** Why the bank does not believe the buyer. */
  bankSays?: string;
}

function till({ entered = 'entered', confirmed = [], settled = ['lost'], bankSays }: World) {
  const seen = { tokens: [] as (string | undefined)[], settled: 0, pauses: 0, asked: '', returnUrl: '' };
  const confirm = async (token?: string): Promise<Confirmation> => {
    const answer = confirmed[seen.tokens.push(token) - 1] ?? 'lost';
    if (answer === 'lost') throw new ApiError(null, 'no answer');
    if (typeof answer === 'object' && 'text' in answer) {
      const body = JSON.stringify({ message: answer.text, code: 'x' });
      throw new ApiError(new Response(null, { status: answer.status }), body);
    }
    if (answer === 'bank') return { payment: paymentIn('open'), authenticate: true, decline: null };
    if (answer === 'declined') return { payment: paymentIn('open'), authenticate: false, decline: 'expired_card' };
    return { payment: paymentIn(answer), authenticate: false, decline: null };
  };
  const settle = async () => {
    const answer = settled[Math.min(seen.settled, settled.length - 1)] ?? 'lost';
    seen.settled += 1;
    if (answer === 'lost') throw new Error('no answer');
    return paymentIn(answer);
  };
  const parts = {
    elements: { submit: async () => (entered === 'incomplete' ? { error: { message: 'Number missing' } } : {}) },
    stripe: {
      async createConfirmationToken({ params }: { params: { return_url: string } }) {
        seen.returnUrl = params.return_url;
        if (entered === 'broken') throw new Error('broken');
        return entered === 'entered' ? { confirmationToken: { id: 'ctoken_1' } } : { error: entered };
      },
      async handleNextAction({ clientSecret }: { clientSecret: string }) {
        seen.asked = clientSecret;
        return bankSays ? { error: { message: bankSays } } : { paymentIntent: {} };
      },
    },
    clientSecret: 'pi_7_secret_x',
    returnUrl: 'https://podium.example/api/payments/return',
    confirm,
    settle,
    pause: async () => {
      seen.pauses += 1;
    },
  };
  return { seen, outcome: pay(parts as unknown as Parameters<typeof pay>[0]) };
}

describe('pressing the button that pays', () => {
  it('does nothing while the card is incomplete', async () => {
    const { seen, outcome } = till({ entered: 'incomplete' });
    expect(await outcome).toEqual({ kind: 'incomplete' });
    expect(seen).toMatchObject({ tokens: [], settled: 0, returnUrl: '' });
  });

  it('hands the card to the server as a token, and counts the ballot once it has been charged', async () => {
    const { seen, outcome } = till({ confirmed: ['succeeded'] });
    expect(await outcome).toEqual({ kind: 'counted' });
    expect(seen).toMatchObject({ tokens: ['ctoken_1'], settled: 0, returnUrl: expect.stringContaining('/return') });
  });

  it('has the buyer asked by the bank, and then goes on', async () => {
    const { seen, outcome } = till({ confirmed: ['bank', 'succeeded'] });
    expect(await outcome).toEqual({ kind: 'counted' });
    expect(seen).toMatchObject({ tokens: ['ctoken_1', undefined], asked: 'pi_7_secret_x' });
  });

  it('charges nothing where the bank does not believe the buyer', async () => {
    const { seen, outcome } = till({ confirmed: ['bank'], settled: ['open'], bankSays: 'Not authenticated.' });
    expect(await outcome).toEqual({ kind: 'refused', message: 'Not authenticated.' });
    expect(seen.tokens).toEqual(['ctoken_1']);
  });

  it('waits for a ballot that is not there yet, and leaves the waiting to another page in the end', async () => {
    const soon = till({ confirmed: ['processing'], settled: ['processing', 'processing', 'succeeded'] });
    expect(await soon.outcome).toEqual({ kind: 'counted' });
    expect(soon.seen).toMatchObject({ settled: 3, pauses: 3 });
    const never = till({ confirmed: ['processing'], settled: ['processing'] });
    expect(await never.outcome).toEqual({ kind: 'underWay' });
    expect(never.seen).toMatchObject({ settled: 6 });
  });

  it('never asks for the money again when nobody knows whether it was charged', async () => {
    expect(await till({ confirmed: ['lost'], settled: ['lost'] }).outcome).toEqual({ kind: 'underWay' });
    expect(await till({ confirmed: ['processing'], settled: ['lost'] }).outcome).toEqual({ kind: 'underWay' });
    expect(await till({ confirmed: ['lost'], settled: ['succeeded'] }).outcome).toEqual({ kind: 'counted' });
  });

  it('tells why the card was declined, in words of the buyer’s language', async () => {
    expect(await till({ confirmed: ['declined'] }).outcome).toEqual({ kind: 'refused', decline: 'expired_card' });
  });

  it('says what the form or the server has said, and that nothing is known where neither did', async () => {
    const refused = { message: 'This card cannot be used.' };
    expect(await till({ entered: refused }).outcome).toEqual({ kind: 'refused', ...refused });
    expect(await till({ entered: 'broken' }).outcome).toEqual({ kind: 'refused' });
    const locked = { status: 429, text: 'Paying is locked.' };
    for (const settled of ['open', 'lost'] as const) {
      const { outcome } = till({ confirmed: [locked], settled: [settled] });
      expect(await outcome).toEqual({ kind: 'refused', message: locked.text });
    }
    expect(await till({ confirmed: ['lost'], settled: ['open'] }).outcome).toEqual({ kind: 'refused' });
  });

  it('ends where paying is locked, or where the money goes back', async () => {
    const locked = till({ confirmed: [['canceled', 'locked']] });
    expect(await locked.outcome).toMatchObject({ kind: 'undone', payment: { status: 'canceled', reason: 'locked' } });
    const late = till({ confirmed: ['processing'], settled: ['processing', ['refunding', 'late']] });
    expect(await late.outcome).toMatchObject({ kind: 'undone', payment: { status: 'refunding', reason: 'late' } });
  });
});
