import { describe, expect, it } from 'vitest';
import { asLanguage, chooseLanguage } from './languages.ts';

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
    expect(chooseLanguage(query, cookie, preference)).toBe(language);
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
});
