import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Confirmation, DeclineReason, Payment } from '#modules/payments/contract/index.ts';
import { ApiError } from '#renderer/data/api.ts';

/** What came of pressing the button. */
export type Outcome =
  /** The ballot counts. */
  | { kind: 'counted' }
  /** The card is charged, or about to be, and the ballot is not there yet: paying once more would be the second time. */
  | { kind: 'underWay' }
  /** It does not count and never will: canceled, or charged and on its way back. */
  | { kind: 'undone'; payment: Payment }
  /** Nothing is charged; another card may be tried. */
  | ({ kind: 'refused' } & Refusal)
  /** What is missing stands in the form. */
  | { kind: 'incomplete' };

/** Why the card was not charged: the bank's reason, or what somebody has said in the buyer's language; or nobody knows. */
interface Refusal {
  decline?: DeclineReason;
  message?: string | undefined;
}

interface Till {
  stripe: Pick<Stripe, 'createConfirmationToken' | 'handleNextAction'>;
  elements: Pick<StripeElements, 'submit'>;
  clientSecret: string;
  returnUrl: string;
  /** Has the server charge the card behind a token, or go on after the bank has asked. */
  confirm(token?: string): Promise<Confirmation>;
  /** Has the server bring the payment in line with the provider, and tells how it stands. */
  settle(): Promise<Payment>;
  pause(): Promise<void>;
}

/** How often the server is asked about a charge that the provider has confirmed and not yet written down. */
const asks = 6;

/** Pays with the card in the form. Where the bank sends the buyer to a page of its own, it never returns. */
export async function pay(till: Till): Promise<Outcome> {
  const entered = await enter(till);
  if (typeof entered !== 'string') return entered;
  try {
    return await charge(till, entered);
  } catch (error) {
    // What seems to have failed may have succeeded all the same: in another tab, or behind an answer that was lost.
    const payment = await till.settle().catch(() => null);
    const message = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.text : undefined;
    if (payment) return outcomeOf(payment) ?? { kind: 'refused', message };
    return message ? { kind: 'refused', message } : { kind: 'underWay' };
  }
}

/** The token for what was entered, or why there is none: nothing has left for the bank then. */
async function enter({ stripe, elements, returnUrl }: Till): Promise<string | Outcome> {
  try {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return { kind: 'incomplete' };
    const { error, confirmationToken } = await stripe.createConfirmationToken({
      elements: elements as StripeElements,
      params: { return_url: returnUrl },
    });
    return confirmationToken?.id ?? { kind: 'refused', message: error?.message };
  } catch {
    return { kind: 'refused' };
  }
}

async function charge(till: Till, token: string): Promise<Outcome> {
  let confirmation = await till.confirm(token);
  if (confirmation.authenticate) {
    const { error } = await till.stripe.handleNextAction({ clientSecret: till.clientSecret });
    if (error) return outcomeOf(await till.settle()) ?? { kind: 'refused', message: error.message };
    confirmation = await till.confirm();
  }
  const { payment, decline } = confirmation;
  const outcome = outcomeOf(payment);
  if (outcome?.kind === 'underWay') return follow(till);
  return outcome ?? { kind: 'refused', ...(decline && { decline }) };
}

/** After the provider has said yes: waits a few seconds for the ballot. Without an answer the money is still under way. */
async function follow({ settle, pause }: Till): Promise<Outcome> {
  try {
    for (let asked = 1; asked <= asks; asked++) {
      await pause();
      const outcome = outcomeOf(await settle());
      if (outcome && outcome.kind !== 'underWay') return outcome;
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
