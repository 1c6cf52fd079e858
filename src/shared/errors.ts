import type { Fault } from './faults.ts';

/**
 * Every error that the product answers with: its code and, in this one table, its HTTP status (decision 10).
 * The text that a person reads stands in the locales under `errors:<code>`.
 */
export const errorStatus = {
  invalid: 400,
  malformed: 400,
  invalid_code: 400,
  code_expired: 400,
  picture_unreadable: 400,
  link_unknown: 400,
  link_expired: 400,
  reset_link_invalid: 400,
  wrong_password: 400,
  login_required: 401,
  invalid_credentials: 401,
  foreign_origin: 403,
  forbidden: 403,
  password_needed: 403,
  own_request: 403,
  own_account: 403,
  results_hidden: 403,
  results_not_final: 403,
  admins_cannot_vote: 403,
  registration_closed: 403,
  verification_required: 403,
  account_suspended: 403,
  not_found: 404,
  too_few_voters: 404,
  free_vote_used: 409,
  changed_meanwhile: 409,
  topic_has_ballots: 409,
  phone_missing: 409,
  action_open: 409,
  voting_not_open: 409,
  voting_closed: 409,
  topic_cancelled: 409,
  topic_finalized: 409,
  topic_closed: 409,
  price_changed: 409,
  payment_in_progress: 409,
  not_refundable: 409,
  awards_open: 409,
  award_not_payable: 409,
  award_decided: 409,
  broadcast_over: 409,
  username_taken: 409,
  email_taken: 409,
  account_unverified: 409,
  nothing_to_verify: 409,
  phone_taken: 409,
  registration_replaced: 409,
  registered_elsewhere: 409,
  link_used: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  signature_invalid: 400,
  too_many_requests: 429,
  codes_used_up: 429,
  too_many_payments: 429,
  paying_locked: 429,
  card_locked: 429,
  payment_unavailable: 503,
  internal: 500,
  unavailable: 503,
  maintenance: 503,
  overloaded: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface ErrorExtras {
  /** Field (dotted path) to what is wrong with it. */
  fields?: Record<string, Fault>;
  /** Seconds after which it makes sense to try again. */
  retryAfter?: number;
  /** What the caller's program needs to know, beside the text. */
  details?: Record<string, string | number>;
  cause?: unknown;
}

/** An expected refusal. Thrown by the modules; the HTTP layer turns it into `{message, code, errors?}`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, Fault> | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Record<string, string | number> | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(code, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = extras.fields;
    this.retryAfter = extras.retryAfter;
    this.details = extras.details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** What stands on the wire in place of an answer (decision 10). */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  errors?: Record<string, string>;
  details?: Record<string, string | number>;
}
