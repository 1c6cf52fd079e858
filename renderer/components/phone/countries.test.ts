import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { callingCodes, countriesIn, homeCountry } from './countries.ts';
import { roughNumber } from './rough-number.ts';

describe('the countries', () => {
  it('are those of the library, with its calling codes', () => {
    const known = getCountries()
      .toSorted()
      .map((code) => [code, getCountryCallingCode(code)]);
    expect([...callingCodes].toSorted()).toEqual(known.toSorted());
  });

  it('stand in the order of their names in each language', () => {
    const names = (language: string) => countriesIn(language).map(({ name }) => name);
    expect(names('en').slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands']);
    expect(names('es')).toContain('Alemania');
    expect(names('fr').indexOf('Allemagne')).toBeLessThan(names('fr').indexOf('Zambie'));
  });

  it.each([
    [['es-MX', 'en'], 'MX'],
    [['fr', 'en-GB'], 'GB'],
    [['fr', 'en'], 'FR'],
    [['es-419'], 'ES'],
    [['nonsense-', 'en'], 'US'],
    [[], ''],
  ])('of a browser with %j is %s', (tags, country) => {
    expect(homeCountry(tags)).toBe(country);
  });
});

it.each([
  ['600 111 222', 'ES', '+34600111222'],
  ['(020) 7946-0018', 'GB', '+442079460018'],
  ['0039 06 1234567', 'ES', '+39061234567'],
  ['+33 6 12 34 56 78', 'ES', '+33612345678'],
  ['  ', 'ES', ''],
  ['call me', 'ES', 'call me'],
  ['600111222', '', '600111222'],
])('%j of %s is %j as long as the library is not there', (typed, country, number) => {
  expect(roughNumber(typed, country)).toBe(number);
});
