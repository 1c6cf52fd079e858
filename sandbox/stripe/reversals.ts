import type { Books } from './books.ts';
import { newDispute, newRefund } from './charge-resources.ts';
import { missing, Refusal } from './refusal.ts';
import { type Charge, type Dispute, newId, type Refund } from './resources.ts';

export interface RefundOptions {
  /** Of the whole rest, if not given; in the currency's smallest unit. */
  amount?: number;
  reason?: Refund['reason'];
  metadata?: Refund['metadata'];
}

/** How money goes back: by the seller's will, or by that of the buyer's bank. */
export interface Reversals {
  /** @param of the id of a payment or a charge. */
  refund(of: string, options?: RefundOptions): Refund;
  /** The buyer's bank could not take it: the money is back with the seller. */
  failRefund(id: string): Refund;
  dispute(of: string): Dispute;
  /** The seller answers the bank. */
  answer(id: string, metadata: Dispute['metadata']): Dispute;
  closeDispute(of: string, outcome: 'won' | 'lost'): Dispute;
}

export function openReversals(books: Books): Reversals {
  /** The charge itself, or the one by which the payment succeeded. */
  function chargeOf(id: string): Charge {
    const intent = books.intents.get(id);
    const charge = books.charges.get(intent ? (intent.latest_charge ?? '') : id);
    if (!intent && !charge) throw missing(id.startsWith('pi_') ? 'payment_intent' : 'charge', id);
    if (charge?.status !== 'succeeded') {
      throw new Refusal(
        400,
        `This PaymentIntent (${charge?.payment_intent ?? id}) does not have a successful charge to refund.`,
        {
          code: 'payment_intent_unexpected_state',
        },
      );
    }
    return charge;
  }

  function openDisputeOf(charge: Charge): Dispute | undefined {
    return books.disputes.of(charge.payment_intent).find(({ status }) => status !== 'won');
  }

  /** The charge after refunds of it came or failed. */
  function counted(charge: Charge, change: number): Charge {
    const amount_refunded = charge.amount_refunded + change;
    return books.charges.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  }

  function refundable(charge: Charge, amount: number | undefined): number {
    if (charge.refunded) {
      throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    if (openDisputeOf(charge)) {
      throw new Refusal(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    }
    const rest = charge.amount - charge.amount_refunded;
    if (amount !== undefined && (amount < 1 || amount > rest)) {
      const why = amount < 1 ? 'must be positive' : `is greater than unrefunded amount on charge (${rest})`;
      throw new Refusal(400, `Refund amount (${amount}) ${why}`, { param: 'amount' });
    }
    return amount ?? rest;
  }

  return {
    refund(of, { amount, reason = null, metadata = {} } = {}) {
      const charge = chargeOf(of);
      const refund = books.refunds.put(newRefund(charge, { amount: refundable(charge, amount), reason, metadata }));
      books.record('refund.created', refund);
      books.record('charge.refunded', counted(charge, refund.amount));
      // A moment later the bank's reference is known.
      const known = books.refunds.put({
        ...refund,
        destination_details: {
          card: {
            reference: refund.id.slice(-12),
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
            type: 'refund',
          },
          type: 'card',
        },
      });
      books.record('refund.updated', known);
      books.record('charge.refund.updated', known);
      return known;
    },
    failRefund(id) {
      const refund = books.refunds.get(id);
      if (!refund) throw missing('refund', id);
      if (refund.status !== 'succeeded') throw new Refusal(400, `Refund ${id} has a status of ${refund.status}.`);
      const failed = books.refunds.put({
        ...refund,
        failure_balance_transaction: newId('txn'),
        failure_reason: 'lost_or_stolen_card',
        status: 'failed',
      });
      counted(chargeOf(refund.charge), -refund.amount);
      books.record('refund.failed', failed);
      books.record('refund.updated', failed);
      books.record('charge.refund.updated', failed);
      return failed;
    },
    dispute(of) {
      const charge = chargeOf(of);
      if (charge.disputed) throw new Refusal(400, `Charge ${charge.id} has been disputed already.`);
      if (charge.refunded) throw new Refusal(400, `Charge ${charge.id} has already been refunded.`);
      books.charges.put({ ...charge, disputed: true });
      const dispute = books.disputes.put(newDispute(charge));
      books.record('charge.dispute.created', dispute);
      books.record('charge.dispute.funds_withdrawn', dispute);
      return dispute;
    },
    answer(id, metadata) {
      const dispute = books.disputes.get(id);
      if (!dispute) throw missing('dispute', id);
      const { evidence_details } = dispute;
      const answered = books.disputes.put({
        ...dispute,
        evidence_details: { ...evidence_details, has_evidence: true, submission_count: 1, submission_method: 'manual' },
        metadata: { ...dispute.metadata, ...metadata },
        status: 'under_review',
      });
      books.record('charge.dispute.updated', answered);
      return answered;
    },
    closeDispute(of, outcome) {
      const charge = chargeOf(of);
      const dispute = openDisputeOf(charge);
      if (!dispute || dispute.status === 'lost') throw new Refusal(400, `Charge ${charge.id} has no open dispute.`);
      const closed = books.disputes.put({ ...dispute, is_charge_refundable: outcome === 'won', status: outcome });
      if (outcome === 'won') books.record('charge.dispute.funds_reinstated', closed);
      books.record('charge.dispute.updated', closed);
      books.record('charge.dispute.closed', closed);
      return closed;
    },
  };
}
