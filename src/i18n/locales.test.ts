import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../shared/languages.ts';

const folder = path.join(import.meta.dirname, 'locales');
type Nested = { [key: string]: string | Nested };

/** `namespace:path` to text. */
function flatten(nested: Nested, prefix: string): [string, string][] {
  return Object.entries(nested).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}
const namespacesOf = (language: Language) => readdirSync(path.join(folder, language)).toSorted();
const textsOf = (language: Language) =>
  new Map(
    namespacesOf(language).flatMap((file) =>
      flatten(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')), `${path.basename(file, '.json')}:`),
    ),
  );

const texts = Object.fromEntries(languages.map((language) => [language, textsOf(language)])) as Record<
  Language,
  Map<string, string>
>;
const plural = /_(zero|one|two|few|many|other)$/;
const withoutForm = (key: string) => key.replace(plural, '');
const placeholders = (text: string) => [...new Set(text.match(/\{\{.*?\}\}/g))].toSorted();

/** Texts that are the same word in English and in the other language. */
const sameWord: Record<Exclude<Language, 'en'>, string[]> = {
  es: [
    'Podium',
    'min',
    'General',
    'Admin',
    'Top 3',
    'Top 5',
    'Top 10',
    'Top {{size}}',
    '{{category}} · {{voters}}',
    '{{country}} (+{{code}})',
    '{{brand}}, {{address}}, {{day}}',
    'Cookies',
    'Marketing',
    'NBA',
    'NFL',
    'MLB',
    '{{username}} · {{email}}',
    '{{tier}}, {{price}}',
    '{{step}}',
    ', {{status}}',
    'cookie',
    'service worker',
    'Stripe',
    'Error',
  ],
  fr: [
    'Podium',
    'min',
    'Top {{size}}',
    'Admin',
    'Top 3',
    'Top 5',
    'Top 10',
    'Page',
    'E-mail',
    'Notification',
    '[Test]',
    'Place',
    'Points',
    '{{formatted}} point',
    '{{formatted}} points',
    '{{category}} · {{voters}}',
    '{{country}} (+{{code}})',
    '{{brand}}, {{address}}, {{day}}',
    'Menu',
    'Message',
    'votes',
    'satisfaction',
    'Suspension',
    'Contact',
    'Cookies',
    'Marketing',
    'NBA',
    'NFL',
    'MLB',
    'Tennis',
    'Pages',
    '{{points}} points',
    '{{username}} · {{email}}',
    '{{tier}}, {{price}}',
    '{{step}}',
    ', {{status}}',
    'cookie',
    'service worker',
    'Action',
    'Actions',
    'Description',
    'Stripe',
    'Payable',
    'Articles',
  ],
};

describe.each(languages)('the texts in %s', (language) => {
  const own = [...texts[language]];

  it('are in the same namespaces and have the same keys as in English', () => {
    expect(namespacesOf(language)).toEqual(namespacesOf('en'));
    const keys = (of: Language) => [...new Set([...texts[of].keys()].map(withoutForm))].toSorted();
    expect(keys(language)).toEqual(keys('en'));
  });

  it('have each plural form that the language has, and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = Map.groupBy(
      [...texts[language].keys()].filter((key) => plural.test(key)),
      withoutForm,
    );
    expect(forms.size).toBeGreaterThan(0);
    for (const [key, found] of forms) {
      expect(found.toSorted()).toEqual(pluralCategories.map((category) => `${key}_${category}`).toSorted());
    }
    const pluralKeys = (of: Language) =>
      [...new Set([...texts[of].keys()].filter((key) => plural.test(key)).map(withoutForm))].toSorted();
    expect(pluralKeys(language)).toEqual(pluralKeys('en'));
  });

  it('have the same placeholders as in English, in every form', () => {
    for (const [key, text] of own) {
      const english = texts.en.get(key) ?? texts.en.get(`${withoutForm(key)}_other`) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(english));
    }
  });

  it('are never empty and have no stray spaces', () => {
    for (const [key, text] of own) expect(text, key).toMatch(/^\S+([ \u00A0]\S+)*$/);
  });
});

describe.each(['es', 'fr'] as const)('the texts in %s', (language) => {
  it('are translated, but for words that are the same', () => {
    const untranslated = [...texts[language]].filter(([key, text]) => text === texts.en.get(key));
    for (const [key, text] of untranslated) expect(sameWord[language], key).toContain(text);
    const words = untranslated.map(([, text]) => text);
    for (const word of sameWord[language]) expect(words).toContain(word); // no word stands on the list for nothing
  });
});

it('no page has a text of its own in an attribute', () => {
  const root = path.join(folder, '../../..');
  const files = ['pages', 'renderer'].flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(root, name, file),
    ),
  );
  const components = files.filter((file) => file.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(40);
  const spoken =
    /\b(?:aria-label|aria-description|alt|title|placeholder|label|hint|error|text|description)="[^"]*\p{L}{2}/u;
  for (const file of components) expect(spoken.exec(readFileSync(file, 'utf8'))?.[0], file).toBeUndefined();
});

it('French puts a no-break space before ? ! : and ;', () => {
  for (const [key, text] of texts.fr) expect(text, key).not.toMatch(/(?<!\u00A0)[?!:;]/);
});

it('text messages keep to the letters of GSM 03.38: any other one makes each part 70 characters instead of 160', () => {
  const gsm = /^[\w @£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜäöñüà!"#¤%&'()*+,\-./:;<=>?¡¿{}]+$/;
  for (const language of languages) {
    for (const [key, text] of texts[language]) if (key.startsWith('sms:')) expect(text, key).toMatch(gsm);
  }
});
