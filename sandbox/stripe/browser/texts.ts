// What the card form says, in the languages of the product, with Stripe's own wording.

const en = {
  number: 'Card number',
  expiry: 'Expiry (MM / YY)',
  cvc: 'Security code',
  expiryHint: 'MM / YY',
  cvcHint: 'CVC',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  declined: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  test_mode_live_card: 'Your card was declined. Only test cards are accepted here, such as 4242 4242 4242 4242.',
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export type Texts = typeof en;

const es: Texts = {
  number: 'Número de tarjeta',
  expiry: 'Caducidad (MM / AA)',
  cvc: 'Código de seguridad',
  expiryHint: 'MM / AA',
  cvcHint: 'CVC',
  incomplete_number: 'El número de tu tarjeta está incompleto.',
  invalid_number: 'El número de tu tarjeta no es válido.',
  incomplete_expiry: 'La fecha de caducidad de tu tarjeta está incompleta.',
  invalid_expiry_month: 'El mes de caducidad de tu tarjeta no es válido.',
  invalid_expiry_month_past: 'La fecha de caducidad de tu tarjeta ya ha pasado.',
  invalid_expiry_year_past: 'El año de caducidad de tu tarjeta ya ha pasado.',
  incomplete_cvc: 'El código de seguridad de tu tarjeta está incompleto.',
  declined: 'Tu tarjeta ha sido rechazada.',
  insufficient_funds: 'Tu tarjeta no tiene fondos suficientes.',
  expired_card: 'Tu tarjeta ha caducado.',
  incorrect_cvc: 'El código de seguridad de tu tarjeta es incorrecto.',
  test_mode_live_card:
    'Tu tarjeta ha sido rechazada. Aquí solo se aceptan tarjetas de prueba, como 4242 4242 4242 4242.',
  payment_intent_authentication_failure:
    'No hemos podido autenticar tu método de pago. Elige otro método de pago e inténtalo de nuevo.',
};

const fr: Texts = {
  number: 'Numéro de carte',
  expiry: 'Expiration (MM / AA)',
  cvc: 'Code de sécurité',
  expiryHint: 'MM / AA',
  cvcHint: 'CVC',
  incomplete_number: 'Le numéro de votre carte est incomplet.',
  invalid_number: 'Le numéro de votre carte n’est pas valide.',
  incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
  invalid_expiry_month: 'Le mois d’expiration de votre carte n’est pas valide.',
  invalid_expiry_month_past: 'La date d’expiration de votre carte est passée.',
  invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
  incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
  declined: 'Votre carte a été refusée.',
  insufficient_funds: 'Les fonds de votre carte sont insuffisants.',
  expired_card: 'Votre carte a expiré.',
  incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
  test_mode_live_card:
    'Votre carte a été refusée. Seules les cartes de test sont acceptées ici, comme 4242 4242 4242 4242.',
  payment_intent_authentication_failure:
    'Nous ne parvenons pas à authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.',
};

export type Language = 'en' | 'es' | 'fr';
const texts: Record<Language, Texts> = { en, es, fr };

/** That of Elements' `locale` (`es-419`, `auto`, nothing), else the browser's, else English. */
export function languageOf(locale = 'auto'): Language {
  const wanted = (locale === 'auto' ? navigator.language : locale).slice(0, 2);
  return wanted === 'es' || wanted === 'fr' ? wanted : 'en';
}

export const textsIn = (language: Language): Texts => texts[language];

/** An error of the API in the buyer's language, as far as its reason has a text of its own. */
export function messageOf(
  error: { code?: string; decline_code?: unknown; message?: string },
  words: Texts,
): string | undefined {
  for (const code of [error.decline_code, error.code]) {
    if (code === 'generic_decline') return words.declined;
    const text = typeof code === 'string' && Object.hasOwn(words, code) ? words[code as keyof Texts] : undefined;
    if (text) return text;
  }
  return error.message;
}
