import { describe, expect, it } from 'vitest';
import { asLanguage, chooseLanguage, chosenTag, directionOf } from './languages.ts';

describe('the language', () => {
  it.each([
    ['es', 'fr', 'en', 'es'],
    [undefined, 'fr', 'es', 'fr'],
    [undefined, undefined, 'es', 'es'],
    [undefined, undefined, null, 'en'],
    [undefined, undefined, undefined, 'en'],
    ['en', 'fr', 'es', 'en'],
    ['de', 'fr', 'es', 'fr'],
    ['de', 'de', 'es', 'es'],
    ['de', 'de', 'de', 'en'],
    [['es', 'fr'], 'fr', 'en', 'fr'],
    ['', '', '', 'en'],
  ])('with ?lng=%s, cookie %s and preference %s is %s', (query, cookie, preference, language) => {
    expect(chooseLanguage({ query, cookie, preference })).toBe(language);
  });

  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['es-MX', 'es'],
    ['es_419', 'es'],
    ['FR', 'fr'],
    ['fr-CA-x-private', 'fr'],
    ['Fr-ca', 'fr'],
  ])('%s is %s', (tag, language) => {
    expect(asLanguage(tag)).toBe(language);
  });

  it.each([
    '',
    '-',
    '-es',
    ' es',
    'esp',
    'e',
    'de',
    'english',
    '__proto__',
    '../es',
    'es;q=1',
    '*',
    1,
    null,
    ['es'],
    {},
  ])('%j is none', (tag) => {
    expect(asLanguage(tag)).toBeUndefined();
  });

  it('keeps the region of the choice, which the currency is derived from', () => {
    expect(chosenTag({ query: 'es-MX', cookie: 'fr' })).toBe('es-MX');
    expect(chosenTag({ query: 'de-CH', cookie: 'fr_CA' })).toBe('fr-CA');
    expect(chosenTag({ preference: 'es' })).toBe('es');
    expect(chosenTag({ query: 'de' })).toBeUndefined();
  });

  it.each([
    ['ar', 'rtl'],
    ['ar-EG', 'rtl'],
    ['HE', 'rtl'],
    ['fa_IR', 'rtl'],
    ['ur', 'rtl'],
    ['en', 'ltr'],
    ['fr', 'ltr'],
    ['arn', 'ltr'],
    ['', 'ltr'],
  ])('%s is written %s', (tag, direction) => {
    expect(directionOf(tag)).toBe(direction);
  });
});
