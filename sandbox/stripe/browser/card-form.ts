// The form inside the frame: the only place where card data is entered. It pays at the provider's API by itself.
import { brandOf } from '../cards.ts';
import { type Entries, type FieldName, fieldNames, parametersOf, problemOf, written } from './card-fields.ts';
import { answer, tell } from './inside.ts';
import type { Appearance, FrameOptions, IntentResult, StripeJsError, TokenResult } from './messages.ts';
import { confirmIntent, createToken, retrieveIntent } from './provider.ts';
import { type Language, languageOf, messageOf, type Texts, textsIn } from './texts.ts';

interface Field {
  label: HTMLLabelElement;
  input: HTMLInputElement;
  error: HTMLElement;
}

const autocomplete: Record<FieldName, AutoFill> = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' };
const brandNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex', discover: 'Discover' };

const form = document.createElement('form');
form.noValidate = true;
form.style.visibility = 'hidden'; // until language and appearance are known
const brand = document.createElement('span');
brand.className = 'brand';
const fields = Object.fromEntries(fieldNames.map((name) => [name, fieldOf(name)])) as Record<FieldName, Field>;
let words: Texts = textsIn('en');
let options: FrameOptions = { key: '' };

const entries = (): Entries => ({
  number: fields.number.input.value,
  expiry: fields.expiry.input.value,
  cvc: fields.cvc.input.value,
});

function fieldOf(name: FieldName): Field {
  const label = document.createElement('label');
  const input = document.createElement('input');
  const error = document.createElement('p');
  label.htmlFor = input.id = name;
  Object.assign(input, { name, type: 'text', inputMode: 'numeric', autocomplete: autocomplete[name], required: true });
  input.setAttribute('aria-describedby', `${name}-error`);
  Object.assign(error, { id: `${name}-error`, className: 'error' });
  error.setAttribute('role', 'alert');
  const line = document.createElement('div');
  line.className = 'line';
  line.append(input, ...(name === 'number' ? [brand] : []));
  const box = document.createElement('div');
  box.className = 'field';
  box.append(label, line, error);
  form.append(box);
  return { label, input, error };
}

/** Shows what is wrong with a field, or that nothing is any more. */
function mark(name: FieldName): void {
  const { input, error } = fields[name];
  const problem = problemOf(name, entries());
  input.setAttribute('aria-invalid', String(problem !== null));
  error.textContent = problem ? words[problem] : '';
}

function typed(name: FieldName): void {
  const { input } = fields[name];
  const atEnd = input.selectionStart === input.value.length;
  const digitsBefore = input.value.slice(0, input.selectionStart ?? 0).replace(/\D/g, '').length;
  const text = written(name, input.value, entries());
  if (text !== input.value) {
    input.value = text;
    const place = atEnd ? text.length : placeAfter(text, digitsBefore);
    input.setSelectionRange(place, place);
  }
  const problem = problemOf(name, entries());
  // While typing only a complete entry is judged; the rest once the field is left.
  if (!problem?.startsWith('incomplete') || input.getAttribute('aria-invalid') === 'true') mark(name);
  showBrand();
  tellChange();
  const next = fieldNames[fieldNames.indexOf(name) + 1];
  if (!problem && atEnd && next && fields[next].input.value === '') fields[next].input.focus();
}

function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [place, sign] of [...text].entries()) {
    if (seen === digits) return place;
    if (/\d/.test(sign)) seen += 1;
  }
  return text.length;
}

/** Backspace takes the digit before the stroke, and from an empty field goes back to the one before. */
function pressed(name: FieldName, event: KeyboardEvent): void {
  const { input } = fields[name];
  const atEnd = input.selectionStart === input.value.length && input.selectionEnd === input.value.length;
  if (event.key === 'Backspace' && input.value === '') {
    const previous = fieldNames[fieldNames.indexOf(name) - 1];
    if (previous) fields[previous].input.focus();
    event.preventDefault();
  } else if (event.key === 'Backspace' && name === 'expiry' && atEnd && input.value.endsWith(' / ')) {
    input.value = input.value.slice(0, 1);
    event.preventDefault();
    tellChange();
  } else if (event.key === 'Escape') tell('escape', null);
}

function showBrand(): void {
  const digits = entries().number.replace(/\D/g, '');
  brand.textContent = digits.length >= 2 ? brandNames[brandOf(digits)] : '';
}

let told = '';
function tellChange(): void {
  const now = entries();
  const detail = {
    complete: fieldNames.every((name) => problemOf(name, now) === null),
    empty: fieldNames.every((name) => now[name] === ''),
    value: { type: 'card' },
  };
  const change = JSON.stringify(detail);
  if (change !== told) tell('change', detail);
  told = change;
}

function setLanguage(language: Language): void {
  words = textsIn(language);
  document.documentElement.lang = language;
  for (const name of fieldNames) {
    fields[name].label.textContent = words[name];
    if (fields[name].input.getAttribute('aria-invalid') === 'true') mark(name);
  }
  fields.number.input.placeholder = '1234 1234 1234 1234';
  fields.expiry.input.placeholder = words.expiryHint;
  fields.cvc.input.placeholder = words.cvcHint;
}

const variables: Record<string, string> = {
  colorPrimary: '--primary',
  colorBackground: '--paper',
  colorText: '--ink',
  colorDanger: '--danger',
  fontFamily: '--font',
  borderRadius: '--radius',
  spacingUnit: '--unit',
  fontSizeBase: '--size',
};

function setAppearance({ variables: given = {} }: Appearance, scheme: string | undefined): void {
  const { style } = document.documentElement;
  for (const [name, variable] of Object.entries(variables)) {
    const value = given[name];
    if (value === undefined) style.removeProperty(variable);
    else style.setProperty(variable, value);
  }
  if (scheme) style.colorScheme = scheme;
}

/** The first thing that is wrong, in Stripe's shape; all of it is shown and the first field gets the focus. */
function validate(): { error?: StripeJsError } {
  for (const name of fieldNames) mark(name);
  const wrong = fieldNames.find((name) => problemOf(name, entries()) !== null);
  const code = wrong && problemOf(wrong, entries());
  if (!wrong || !code) return {};
  fields[wrong].input.focus();
  return { error: { type: 'validation_error', code, message: words[code] } };
}

/** Sends what was entered, unless something is wrong with it; nothing can be changed meanwhile. */
async function sent<T extends { error?: StripeJsError }>(
  returnUrl: string | undefined,
  send: (parameters: Record<string, string>) => Promise<T>,
): Promise<T | { error: StripeJsError }> {
  const { error } = validate();
  if (error) return { error };
  for (const name of fieldNames) fields[name].input.disabled = true;
  const result = await send({ ...parametersOf(entries()), ...(returnUrl && { return_url: returnUrl }) });
  for (const name of fieldNames) fields[name].input.disabled = false;
  return result.error ? { error: { ...result.error, message: messageOf(result.error, words) } } : result;
}

const pay = (clientSecret: string, returnUrl: string | undefined): Promise<IntentResult> =>
  sent(returnUrl, (parameters) =>
    confirmIntent(options.key, clientSecret, { ...parameters, use_stripe_sdk: 'true' }),
  ) as Promise<IntentResult>;

const token = (returnUrl: string | undefined): Promise<TokenResult> =>
  sent(returnUrl, (parameters) => createToken(options.key, parameters)) as Promise<TokenResult>;

for (const name of fieldNames) {
  const { input } = fields[name];
  input.addEventListener('input', () => typed(name));
  input.addEventListener('keydown', (event) => pressed(name, event));
  input.addEventListener('focus', () => tell('focus', null));
  input.addEventListener('blur', () => {
    if (input.value !== '') mark(name);
    tell('blur', null);
  });
}
// Without a button of its own, Enter would not submit a form with three fields.
const enter = document.createElement('button');
enter.hidden = true;
form.append(enter);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  tell('submit', null);
});

document.body.append(form);
setLanguage(languageOf(document.documentElement.lang));
new ResizeObserver(() => tell('resize', { height: Math.ceil(form.getBoundingClientRect().height) })).observe(form);

answer({
  async set(given) {
    options = given;
    setLanguage(languageOf(given.locale));
    setAppearance(given.appearance ?? {}, given.scheme);
    for (const name of fieldNames) fields[name].input.readOnly = given.readOnly ?? false;
    form.style.visibility = 'visible';
    if (!given.clientSecret) return {};
    const { error } = await retrieveIntent(given.key, given.clientSecret);
    return { error };
  },
  validate: () => validate(),
  confirm: ({ clientSecret, returnUrl }) => pay(clientSecret, returnUrl),
  token: ({ returnUrl }) => token(returnUrl),
  focus() {
    fields.number.input.focus();
    return null;
  },
  blur() {
    (document.activeElement as HTMLElement | null)?.blur();
    return null;
  },
  clear() {
    for (const name of fieldNames) {
      fields[name].input.value = '';
      fields[name].input.setAttribute('aria-invalid', 'false');
      fields[name].error.textContent = '';
    }
    showBrand();
    tellChange();
    return null;
  },
});
