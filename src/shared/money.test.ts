import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCurrency,
  type Currency,
  currencies,
  currencyOfTag,
  decimalAmount,
  decimalsOf,
  formatMoney,
  fromUsdCents,
} from './money.ts';

describe('prices in other currencies', () => {
  it.each<[Currency, number, number, number]>([
    ['USD', 200, 300, 1_000],
    ['EUR', 170, 255, 850],
    ['GBP', 146, 219, 730],
    ['CAD', 250, 375, 1_250],
    ['JPY', 220, 330, 1_100],
    ['AUD', 270, 405, 1_350],
    ['CHF', 184, 276, 920],
    ['CNY', 1_290, 1_935, 6_450],
    ['KRW', 2_360, 3_540, 11_800],
    ['INR', 14_900, 22_350, 74_500],
    ['BRL', 1_040, 1_560, 5_200],
    ['MXN', 4_020, 6_030, 20_100],
    ['RUB', 15_000, 22_500, 75_000],
    ['ZAR', 2_900, 4_350, 14_500],
    ['SGD', 270, 405, 1_350],
  ])('%s: the three tiers cost what the table says', (currency, top3, top5, top10) => {
    expect([200, 300, 1_000].map((cents) => fromUsdCents(cents, currency))).toEqual([top3, top5, top10]);
  });

  it('are rounded half up, exactly', () => {
    expect(fromUsdCents(10, 'EUR')).toBe(9); // 8.5 euro cents
    expect(fromUsdCents(1, 'GBP')).toBe(1); // 0.73
    expect(fromUsdCents(50, 'JPY')).toBe(55);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(...currencies), (cents, currency) => {
        const rate: Record<string, bigint> = { EUR: 85n, GBP: 73n, CAD: 125n, JPY: 11_000n, AUD: 135n, CHF: 92n };
        const perHundred = rate[currency];
        fc.pre(perHundred !== undefined);
        const unit = 10n ** BigInt(decimalsOf(currency));
        const exact = BigInt(cents) * (perHundred as bigint) * unit; // ten thousandths of a minor unit
        const rounded = BigInt(fromUsdCents(cents, currency));
        expect(rounded * 10_000n - exact).toBeLessThanOrEqual(5_000n);
        expect(rounded * 10_000n - exact).toBeGreaterThan(-5_000n);
      }),
    );
  });
});

describe('amounts', () => {
  it.each<[number, Currency, string, string]>([
    [123_456, 'USD', 'en', '$1,234.56'],
    [200, 'USD', 'es', '$2,00'],
    [170, 'EUR', 'en', '1.70\u00a0€'],
    [170, 'EUR', 'fr', '1,70\u00a0€'],
    [1_100, 'JPY', 'en', '¥1,100'],
    [184, 'CHF', 'en', 'CHF\u00a01.84'],
    [75_000, 'RUB', 'es', '750,00\u00a0₽'],
    [-50, 'USD', 'en', '−$0.50'],
    [0, 'KRW', 'fr', '₩0'],
  ])('%i minor units of %s are read in %s as %s', (minor, currency, language, text) => {
    expect(formatMoney(minor, currency, language)).toBe(text);
  });
});

describe('amounts in payloads', () => {
  it.each<[number, Currency, string]>([
    [300, 'USD', '3.00'],
    [255, 'EUR', '2.55'],
    [5, 'EUR', '0.05'],
    [0, 'USD', '0.00'],
    [75_000, 'RUB', '750.00'],
    [330, 'JPY', '330'],
    [11_800, 'KRW', '11800'],
  ])('%i minor units of %s are sent as %s', (minor, currency, text) => {
    expect(decimalAmount(minor, currency)).toBe(text);
  });
});

describe('the currency of a language', () => {
  it.each([
    ['en', 'USD'],
    ['en-US', 'USD'],
    ['en-GB', 'GBP'],
    ['EN-gb', 'GBP'],
    ['es', 'USD'],
    ['es-ES', 'EUR'],
    ['es-AR', 'USD'],
    ['fr', 'EUR'],
    ['fr-CA', 'CAD'],
    ['de-CH', 'CHF'],
    ['de-AT', 'EUR'],
    ['pt-BR', 'BRL'],
    ['pt-PT', 'USD'],
    ['zh-TW', 'CNY'],
    ['nl', 'USD'],
    ['', 'USD'],
    ['constructor', 'USD'],
  ])('%s is %s', (tag, currency) => {
    expect(currencyOfTag(tag)).toBe(currency);
  });

  it('a value that is not one of the fifteen is none', () => {
    expect(currencies).toHaveLength(15);
    for (const value of ['EUR ', 'eur', 'XXX', '', null, 5, 'constructor']) expect(asCurrency(value)).toBeUndefined();
    expect(asCurrency('EUR')).toBe('EUR');
  });
});
