// Stripe's test cards and what a card number must look like. Shared by the API and the card form.

export interface Decline {
  code: string;
  declineCode: string | null;
  message: string;
}

export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  /** Stripe's ready-made payment method, with which a server can pay. */
  method: string;
  decline?: Decline;
  authentication?: true;
  /** The payment succeeds and is disputed later. */
  disputed?: true;
}

const declined = (declineCode: string, message: string, code = 'card_declined'): Decline => ({
  code,
  declineCode,
  message,
});

/** The behaviour of each test card, by its number. */
export const testCards: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', method: 'pm_card_visa' },
  '4000056655665556': { brand: 'visa', method: 'pm_card_visa_debit' },
  '5555555555554444': { brand: 'mastercard', method: 'pm_card_mastercard' },
  '378282246310005': { brand: 'amex', method: 'pm_card_amex' },
  '6011111111111117': { brand: 'discover', method: 'pm_card_discover' },
  '4000000000000077': { brand: 'visa', method: 'pm_card_bypassPending' },
  '4000000000000259': { brand: 'visa', method: 'pm_card_createDispute', disputed: true },
  '4000002500003155': { brand: 'visa', method: 'pm_card_authenticationRequiredOnSetup', authentication: true },
  '4000002760003184': { brand: 'visa', method: 'pm_card_authenticationRequired', authentication: true },
  '4000000000000002': {
    brand: 'visa',
    method: 'pm_card_visa_chargeDeclined',
    decline: declined('generic_decline', 'Your card was declined.'),
  },
  '4000000000009995': {
    brand: 'visa',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    brand: 'visa',
    method: 'pm_card_chargeDeclinedExpiredCard',
    decline: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
  },
  '4000000000000127': {
    brand: 'visa',
    method: 'pm_card_chargeDeclinedIncorrectCvc',
    decline: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
  },
};

/** In test mode Stripe takes only its own numbers. */
const liveCard = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
    'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
);

/** What becomes of a payment with this number. */
export function behaviourOf(number: string): TestCard {
  return testCards[number] ?? { brand: brandOf(number), method: '', decline: liveCard };
}

export function brandOf(number: string): TestCard['brand'] {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^6/.test(number) ? 'discover' : 'visa';
}

/** How many digits the number and the security code of this brand have. */
export const lengths = (brand: TestCard['brand']) =>
  brand === 'amex' ? { number: 15, cvc: 4 } : { number: 16, cvc: 3 };

/** Whether the number's check digit fits (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return number.length > 0 && sum % 10 === 0;
}
