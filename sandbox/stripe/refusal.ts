interface Details {
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string;
  param?: string;
  /** What else belongs into the envelope: charge, payment_intent, decline_code ... */
  more?: Record<string, unknown>;
}

/** An answer of Stripe's that is not 2xx, in its envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly envelope: { error: Record<string, unknown> };

  constructor(status: number, message: string, { type = 'invalid_request_error', code, param, more }: Details = {}) {
    super(message);
    this.status = status;
    const documentation = code && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
    this.envelope = { error: { ...documentation, message, ...(param && { param }), type, ...more } };
  }
}

export const missing = (object: string, id: string, param = 'id'): Refusal =>
  new Refusal(404, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
