import type { Stripe, StripeAccess } from '#src/platform/stripe.ts';
import { AppError } from '#src/shared/errors.ts';
import { type DeclineReason, declineReasons } from '../contract/index.ts';
import type { Facts } from '../rules/standing.ts';
import type { PaymentRow } from './store.ts';

/** The events that can change a payment. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/** An event is only a pointer: which one it is, and which intent has to be read again. */
export interface Pointer {
  id: string;
  type: string;
  createdAt: Date;
  intentId: string;
}

/** Stripe in the words of this module. */
export function createProvider({ client, webhookSecret, livemode, dashboardUrl }: StripeAccess) {
  const pointerOf = (event: Stripe.Event): Pointer | null => {
    const object = event.data.object as {
      id?: string;
      object?: string;
      payment_intent?: string | { id: string } | null;
    };
    const intent = object.object === 'payment_intent' ? object.id : object.payment_intent;
    const intentId = typeof intent === 'string' ? intent : intent?.id;
    if (!intentId || event.livemode !== livemode || !eventTypes.includes(event.type)) return null;
    return { id: event.id, type: event.type, createdAt: new Date(event.created * 1_000), intentId };
  };

  return {
    livemode,

    /** A payment's page at the provider, for whoever has an account there. */
    pageOf: (intentId: string): string => `${dashboardUrl}/${livemode ? '' : 'test/'}payments/${intentId}`,

    /** Creates the intent of an attempt, or gives the one that was created before: the attempt's number is the key. */
    async create(payment: PaymentRow): Promise<{ id: string; clientSecret: string }> {
      const intent = await client.paymentIntents.create(
        {
          amount: payment.amount,
          currency: payment.currency.toLowerCase(),
          confirmation_method: 'manual', // only the server confirms, so that every try of a card passes it
          allowed_payment_method_types: ['card'], // the present name of payment_method_types (decision 4)
          metadata: { site: payment.site, payment: payment.id, topic: payment.topic_id, tier: payment.tier },
        },
        { idempotencyKey: `${payment.site}/payment/${payment.id}` },
      );
      return { id: intent.id, clientSecret: intent.client_secret as string };
    },

    /** `authenticated`: its buyer has proved to the bank who pays, and it waits to be confirmed again. */
    async secretOf(intentId: string): Promise<{ clientSecret: string; open: boolean; authenticated: boolean }> {
      const intent = await client.paymentIntents.retrieve(intentId);
      return {
        clientSecret: intent.client_secret as string,
        open: stateOf(intent) === 'open',
        authenticated: intent.status === 'requires_confirmation',
      };
    },

    /** The fingerprint of the card that a buyer has entered; null where the provider tells none. Throws `invalid`. */
    async cardOf(token: string): Promise<string | null> {
      const found = await client.confirmationTokens.retrieve(token).catch((error) => {
        if (!isRefusal(error)) throw error;
        throw new AppError('invalid', { fields: { confirmationToken: 'invalid' }, cause: error });
      });
      return found.payment_method_preview?.card?.fingerprint ?? null;
    },

    /**
     * Tries to charge the card behind a token, or the one whose buyer has just been authenticated; once for each `key`.
     * Throws what the provider refuses for another reason than the card, and where it gives no answer.
     */
    async confirm(
      { site, intent_id }: PaymentRow,
      { token, returnUrl, key }: { token: string | null; returnUrl: string; key: number },
    ): Promise<Confirmed> {
      try {
        const intent = await client.paymentIntents.confirm(
          intent_id as string,
          { ...(token && { confirmation_token: token }), return_url: returnUrl, use_stripe_sdk: true },
          { idempotencyKey: `${site}/confirmation/${key}` },
        );
        return { authenticate: intent.status === 'requires_action', decline: null };
      } catch (error) {
        const { type, code, decline_code } = error as { type?: string; code?: string; decline_code?: string };
        if (type === 'StripeCardError') return { authenticate: false, decline: declineReasonOf(decline_code, code) };
        if (code === 'payment_intent_unexpected_state') return { authenticate: false, decline: null };
        throw error;
      }
    },

    /** Reads all that can be known of an intent: one call for one that has simply succeeded. */
    async read(intentId: string, { refundExpected = false } = {}): Promise<Facts> {
      const intent = await client.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      const charge = intent.latest_charge as Stripe.Charge | null;
      const ofIntent = { payment_intent: intentId, limit: 100 };
      const paid = charge?.status === 'succeeded';
      const [refunds, disputes, charges] = await Promise.all([
        paid && (refundExpected || charge.amount_refunded > 0) ? all(client.refunds.list(ofIntent)) : [],
        paid && charge.disputed ? all(client.disputes.list(ofIntent)) : [],
        charge?.status === 'failed' ? all(client.charges.list(ofIntent)) : [],
      ]);
      return {
        intentId,
        state: stateOf(intent),
        amount: intent.amount,
        currency: intent.currency.toUpperCase(),
        livemode: intent.livemode,
        site: intent.metadata.site,
        payment: intent.metadata.payment,
        charge: paid ? chargeOf(charge) : null,
        refunds: refunds.map(({ id, amount, status }) => ({
          id,
          amount,
          stands: status !== 'failed' && status !== 'canceled',
        })),
        disputes: disputes.flatMap(({ id, amount, status }) => {
          const state = disputeState(status);
          return state ? { id, amount, state } : [];
        }),
        declines: charges
          .filter(({ status }) => status === 'failed')
          .map(({ id, failure_code, created, payment_method_details }) => ({
            chargeId: id,
            code: failure_code ?? 'card_declined',
            card: payment_method_details?.card?.fingerprint ?? null,
            at: new Date(created * 1_000),
          })),
      };
    },

    /** Takes an intent back, unless it is too late for that: what has become of it, the next reading tells. */
    async cancel(intentId: string): Promise<void> {
      await client.paymentIntents.cancel(intentId).catch(ignore('payment_intent_unexpected_state'));
    },

    /** Gives back what is left of a payment: the provider never gives back more than it took. */
    async refund({ id, site, intent_id }: PaymentRow): Promise<void> {
      await client.refunds
        .create({ payment_intent: intent_id as string, metadata: { site, payment: id } })
        .catch(ignore('charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'));
    },

    /** The pointer in a message of the provider; null for what is not about a payment. Throws `signature_invalid`. */
    eventOf(body: Buffer, signature: string): Pointer | null {
      try {
        return pointerOf(client.webhooks.constructEvent(body, signature, webhookSecret)); // at most five minutes old
      } catch (error) {
        throw new AppError('signature_invalid', { cause: error });
      }
    },

    /** What the provider has to tell since a time, newest first. */
    async *eventsSince(time: Date): AsyncGenerator<Pointer> {
      const created = { gte: Math.floor(time.getTime() / 1_000) };
      for await (const event of client.events.list({ created, types: eventTypes, limit: 100 })) {
        const pointer = pointerOf(event);
        if (pointer) yield pointer;
      }
    },
  };
}

export type Provider = ReturnType<typeof createProvider>;

/** How a confirmation went, as far as the provider's answer tells. */
export interface Confirmed {
  /** The buyer's bank asks the buyer first. */
  authenticate: boolean;
  decline: DeclineReason | null;
}

function declineReasonOf(...codes: (string | undefined)[]): DeclineReason {
  return declineReasons.find((reason) => codes.includes(reason)) ?? 'card_declined';
}

/** Whether the provider has answered and said no; without an answer nobody knows what it has done. */
export const isRefusal = (error: unknown): boolean => {
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode < 500;
};

const ignore =
  (...codes: string[]) =>
  (error: unknown): void => {
    if (!codes.includes((error as { code?: string }).code ?? '')) throw error;
  };

/** All of a list, oldest first. */
async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  return (await Array.fromAsync(list)).reverse();
}

const ended = ['succeeded', 'processing', 'canceled'] as const;
const stateOf = ({ status }: Stripe.PaymentIntent): Facts['state'] => ended.find((state) => state === status) ?? 'open';

function chargeOf({ id, amount, created, payment_method_details }: Stripe.Charge): Facts['charge'] {
  const { brand = null, last4 = null, fingerprint = null } = payment_method_details?.card ?? {};
  return { id, amount, at: new Date(created * 1_000), card: { brand, last4, fingerprint } };
}

/** An inquiry, or a dispute that was prevented, takes no money. */
function disputeState(status: string): 'open' | 'won' | 'lost' | null {
  if (status.startsWith('warning_') || status === 'prevented') return null;
  return status === 'won' || status === 'lost' ? status : 'open';
}
