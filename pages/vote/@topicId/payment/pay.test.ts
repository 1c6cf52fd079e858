import { describe, expect, it } from 'vitest';
import type { Payment, PaymentReason, PaymentStatus } from '../../../../modules/payments/contract.ts';
import { pay } from './pay.ts';

type Answer = PaymentStatus | [PaymentStatus, PaymentReason] | 'lost';

/** A provider that answers a confirmation, and a server that answers one settlement after the other, the last for ever. */
function till(confirmed: { message?: string } | 'taken' | 'broken' | 'incomplete', answers: Answer[]) {
  const seen = { settled: 0, pauses: 0, returnUrl: '' };
  const settle = async () => {
    const answer = answers[Math.min(seen.settled, answers.length - 1)] ?? 'lost';
    seen.settled += 1;
    if (answer === 'lost') throw new Error('no answer');
    const [status, reason] = typeof answer === 'string' ? [answer, null] : answer;
    return { id: 7, status, reason } as Payment;
  };
  const parts = {
    elements: { submit: async () => (confirmed === 'incomplete' ? { error: { message: 'Number missing' } } : {}) },
    stripe: {
      async confirmPayment({ confirmParams }: { confirmParams: { return_url: string } }) {
        seen.returnUrl = confirmParams.return_url;
        if (confirmed === 'broken') throw new Error('broken');
        return confirmed === 'taken' ? { paymentIntent: {} } : { error: confirmed };
      },
    },
    returnUrl: 'https://podium.example/api/payments/return',
    settle,
    pause: async () => {
      seen.pauses += 1;
    },
  };
  return { seen, outcome: pay(parts as unknown as Parameters<typeof pay>[0]) };
}

describe('pressing the button that pays', () => {
  it('does nothing while the card is incomplete', async () => {
    const { seen, outcome } = till('incomplete', []);
    expect(await outcome).toEqual({ kind: 'incomplete' });
    expect(seen).toMatchObject({ settled: 0, returnUrl: '' });
  });

  it('counts the ballot once the provider has said yes and the server has settled it', async () => {
    const { seen, outcome } = till('taken', ['succeeded']);
    expect(await outcome).toEqual({ kind: 'counted' });
    expect(seen).toEqual({ settled: 1, pauses: 0, returnUrl: 'https://podium.example/api/payments/return' });
  });

  it('waits for a ballot that is not there yet, and leaves the waiting to another page in the end', async () => {
    const soon = till('taken', ['open', 'processing', 'processing', 'succeeded']);
    expect(await soon.outcome).toEqual({ kind: 'counted' });
    expect(soon.seen).toMatchObject({ settled: 4, pauses: 3 });
    const never = till('taken', ['processing']);
    expect(await never.outcome).toEqual({ kind: 'underWay' });
    expect(never.seen).toMatchObject({ settled: 6, pauses: 5 });
  });

  it('never asks for the money again when the server cannot be reached after a yes', async () => {
    expect(await till('taken', ['lost']).outcome).toEqual({ kind: 'underWay' });
    expect(await till('taken', ['processing', 'lost']).outcome).toEqual({ kind: 'underWay' });
  });

  it('tells the provider’s reason of a declined card, even where the server is silent', async () => {
    const declined = { message: 'Your card was declined.' };
    expect(await till(declined, ['open']).outcome).toEqual({ kind: 'refused', ...declined });
    expect(await till(declined, ['lost']).outcome).toEqual({ kind: 'refused', ...declined });
  });

  it('says that nothing is known of the reason where the provider gave none', async () => {
    expect(await till({}, ['open']).outcome).toEqual({ kind: 'refused', message: undefined });
    expect(await till('broken', ['open']).outcome).toEqual({ kind: 'refused', message: undefined });
  });

  it('believes the server where a payment that the provider calls failed has succeeded elsewhere', async () => {
    const stale = { message: 'This payment has succeeded already.' };
    expect(await till(stale, ['succeeded']).outcome).toEqual({ kind: 'counted' });
    expect(await till('broken', ['processing']).outcome).toEqual({ kind: 'underWay' });
  });

  it('ends where paying is locked, or where the money goes back', async () => {
    const locked = till({ message: 'Your card was declined.' }, [['canceled', 'locked']]);
    expect(await locked.outcome).toMatchObject({ kind: 'undone', payment: { status: 'canceled', reason: 'locked' } });
    const late = till('taken', ['processing', ['refunding', 'late']]);
    expect(await late.outcome).toMatchObject({ kind: 'undone', payment: { status: 'refunding', reason: 'late' } });
  });
});
