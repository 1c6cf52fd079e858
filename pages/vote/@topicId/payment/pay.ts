import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Payment } from '../../../../modules/payments/contract.ts';

/** What came of pressing the button. */
export type Outcome =
  /** The ballot counts. */
  | { kind: 'counted' }
  /** The card is charged, or about to be, and the ballot is not there yet: paying once more would be the second time. */
  | { kind: 'underWay' }
  /** It does not count and never will: canceled, or charged and on its way back. */
  | { kind: 'undone'; payment: Payment }
  /** Nothing is charged; another card may be tried. The reason is the provider's, where it gave one. */
  | { kind: 'refused'; message: string | undefined }
  /** What is missing stands in the form. */
  | { kind: 'incomplete' };

interface Till {
  stripe: Pick<Stripe, 'confirmPayment'>;
  elements: Pick<StripeElements, 'submit'>;
  returnUrl: string;
  /** Has the server bring the payment in line with the provider, and tells how it stands. */
  settle(): Promise<Payment>;
  pause(): Promise<void>;
}

interface Failure {
  message: string | undefined;
}

/** How often the server is asked about a charge that the provider has confirmed and not yet written down. */
const asks = 6;

/** Confirms the payment with the card in the form. Where the bank sends the buyer to a page of its own, it never returns. */
export async function pay(till: Till): Promise<Outcome> {
  const failure = await confirm(till);
  if (!failure) return follow(till);
  if (failure === 'incomplete') return { kind: 'incomplete' };
  // What the provider calls failed may have succeeded all the same: in another tab, or behind an answer that was lost.
  const payment = await till.settle().catch(() => null);
  return (payment && outcomeOf(payment)) ?? { kind: 'refused', message: failure.message };
}

/** Why the provider did not take it; undefined where it did. */
async function confirm({ stripe, elements, returnUrl }: Till): Promise<Failure | 'incomplete' | undefined> {
  try {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return 'incomplete';
    const { error } = await stripe.confirmPayment({
      elements: elements as StripeElements,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    });
    return error && { message: error.message };
  } catch {
    return { message: undefined };
  }
}

/** After the provider has said yes: waits a few seconds for the ballot. Without an answer the money is still under way. */
async function follow({ settle, pause }: Till): Promise<Outcome> {
  try {
    for (let asked = 1; ; asked++) {
      const payment = await settle();
      const outcome = outcomeOf(payment);
      if (outcome && outcome.kind !== 'underWay') return outcome;
      if (asked === asks) break;
      await pause();
    }
  } catch {
    // nobody knows: the results page asks again
  }
  return { kind: 'underWay' };
}

/** What a payment's state means to whoever has just pressed the button; nothing where it is open as before. */
function outcomeOf(payment: Payment): Outcome | undefined {
  switch (payment.status) {
    case 'open':
      return undefined;
    case 'processing':
      return { kind: 'underWay' };
    case 'succeeded':
    case 'disputed':
      return { kind: 'counted' };
    default:
      return { kind: 'undone', payment };
  }
}
