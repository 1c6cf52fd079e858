/**
 * The currencies in which prices are shown (specification 1, section 9): symbol, where it stands, decimals, and how many
 * units one US dollar makes, as a decimal. Amounts are whole minor units everywhere; money is never a float.
 */
const table = {
  USD: { symbol: '$', position: 'before', decimals: 2, perUsd: '1' },
  EUR: { symbol: '€', position: 'after', decimals: 2, perUsd: '0.85' },
  GBP: { symbol: '£', position: 'before', decimals: 2, perUsd: '0.73' },
  CAD: { symbol: 'C$', position: 'before', decimals: 2, perUsd: '1.25' },
  JPY: { symbol: '¥', position: 'before', decimals: 0, perUsd: '110' },
  AUD: { symbol: 'A$', position: 'before', decimals: 2, perUsd: '1.35' },
  CHF: { symbol: 'CHF', position: 'before', decimals: 2, perUsd: '0.92' },
  CNY: { symbol: 'CN¥', position: 'before', decimals: 2, perUsd: '6.45' },
  KRW: { symbol: '₩', position: 'before', decimals: 0, perUsd: '1180' },
  INR: { symbol: '₹', position: 'before', decimals: 2, perUsd: '74.5' },
  BRL: { symbol: 'R$', position: 'before', decimals: 2, perUsd: '5.2' },
  MXN: { symbol: 'MX$', position: 'before', decimals: 2, perUsd: '20.1' },
  RUB: { symbol: '₽', position: 'after', decimals: 2, perUsd: '75' },
  ZAR: { symbol: 'R', position: 'before', decimals: 2, perUsd: '14.5' },
  SGD: { symbol: 'S$', position: 'before', decimals: 2, perUsd: '1.35' },
} as const;

export type Currency = keyof typeof table;
export const currencies = Object.keys(table) as Currency[];

/** The currency that a value names, if it is one of the fifteen. */
export function asCurrency(value: unknown): Currency | undefined {
  return currencies.find((currency) => currency === value);
}

/** How many digits stand behind the decimal point: 0 or 2. */
export const decimalsOf = (currency: Currency): number => table[currency].decimals;

/**
 * US cents in another currency's minor units: cents × rate, rounded half up to that currency's decimals (decision 4).
 * Whole numbers throughout: exact for every amount that a price can have.
 */
export function fromUsdCents(cents: number, currency: Currency): number {
  const { perUsd, decimals } = table[currency];
  const [units = '0', fraction = ''] = perUsd.split('.');
  const numerator = cents * Number(units + fraction) * 10 ** decimals;
  const denominator = 100 * 10 ** fraction.length;
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

/** Units of a currency for one US dollar, as a decimal. */
export const rateOf = (currency: Currency): string => table[currency].perUsd;

/** An amount in minor units as a decimal of the currency's units, as it stands in a payload: '2.55', '220'. */
export function decimalAmount(minorUnits: number, currency: Currency): string {
  const { decimals } = table[currency];
  return (minorUnits / 10 ** decimals).toFixed(decimals);
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in minor units as people of a language read it, with the symbol where the currency has it. */
export function formatMoney(minorUnits: number, currency: Currency, language: string): string {
  const { symbol, position, decimals } = table[currency];
  const key = `${language} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    formats.set(key, format);
  }
  const digits = format.format(Math.abs(minorUnits) / 10 ** decimals);
  const sign = minorUnits < 0 ? '−' : '';
  if (position === 'after') return `${sign}${digits}\u00a0${symbol}`;
  return `${sign}${symbol}${/^[A-Z]{2,}$/.test(symbol) ? '\u00a0' : ''}${digits}`;
}

/** Local-storage key and cookie of a chosen currency (specification 1, section 9). */
export const currencyKey = 'userCurrency';

const byTag = new Map<string, Currency>(
  Object.entries({
    en: 'USD',
    'en-gb': 'GBP',
    'en-ca': 'CAD',
    'en-au': 'AUD',
    'en-in': 'INR',
    'en-za': 'ZAR',
    'en-sg': 'SGD',
    es: 'USD',
    'es-es': 'EUR',
    'es-mx': 'MXN',
    fr: 'EUR',
    'fr-ca': 'CAD',
    de: 'EUR',
    'de-ch': 'CHF',
    it: 'EUR',
    pt: 'USD',
    'pt-br': 'BRL',
    ja: 'JPY',
    ko: 'KRW',
    zh: 'CNY',
    'zh-cn': 'CNY',
    ru: 'RUB',
    hi: 'INR',
  }),
);

/** The currency that goes with a language tag: the whole tag, then the part before the hyphen, then US dollars. */
export function currencyOfTag(tag: string): Currency {
  const lower = tag.toLowerCase();
  return byTag.get(lower) ?? byTag.get(lower.split('-')[0] as string) ?? 'USD';
}
