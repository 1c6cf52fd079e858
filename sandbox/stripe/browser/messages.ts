// How the shop's page and the provider's frames talk: calls with an answer one way, news the other way.

export interface Appearance {
  theme?: string;
  variables?: Record<string, string>;
}

export interface FrameOptions {
  key: string;
  clientSecret?: string;
  locale?: string;
  appearance?: Appearance;
  readOnly?: boolean;
  scheme?: string;
}

/** An error as Stripe.js hands it to the shop. */
export interface StripeJsError {
  type: string;
  code?: string;
  message?: string;
  [more: string]: unknown;
}

export interface IntentView {
  id: string;
  client_secret: string;
  status: string;
  next_action: {
    type: string;
    redirect_to_url?: { url: string };
    use_stripe_sdk?: { stripe_js: string };
  } | null;
  last_payment_error: StripeJsError | null;
}

export type IntentResult =
  | { paymentIntent: IntentView; error?: undefined }
  | { paymentIntent?: undefined; error: StripeJsError };

export type TokenResult =
  | { confirmationToken: { id: string }; error?: undefined }
  | { confirmationToken?: undefined; error: StripeJsError };

export interface ConfirmCall {
  clientSecret: string;
  returnUrl?: string;
}

/** What a frame can be asked, with what it answers. */
export interface Calls {
  set: [FrameOptions, { error?: StripeJsError }];
  validate: [null, { error?: StripeJsError }];
  confirm: [ConfirmCall, IntentResult];
  token: [{ returnUrl?: string }, TokenResult];
  retrieve: [{ key: string; clientSecret: string }, IntentResult];
  focus: [null, null];
  blur: [null, null];
  clear: [null, null];
  /** The buyer turns away from the bank's page. */
  fail: [null, null];
}

/** What a frame tells by itself. */
export interface News {
  loaded: null;
  resize: { height: number };
  change: { complete: boolean; empty: boolean; value: { type: string } };
  focus: null;
  blur: null;
  escape: null;
  submit: null;
  authenticated: null;
}

export type Question = { call: number; action: keyof Calls; given: unknown };
export type Told = { answer: number; result: unknown } | { news: keyof News; detail: unknown };
