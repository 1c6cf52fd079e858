import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n as I18n } from 'i18next';
import Backend from 'i18next-fs-backend';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '../shared/languages.ts';
import type { Translate } from '../shared/translate.ts';

const folder = path.join(import.meta.dirname, 'locales');

/** Texts of some namespaces in one language, as the page sends them: namespace to nested texts. */
export type Resources = Record<string, object>;

export interface Texts {
  /** One instance a language, shared by all renders: rendering never changes it. */
  instance(language: Language): I18n;
  resources(language: Language, namespaces: readonly string[]): Resources;
  translator(language: Language): Translate;
}

/** Reads all locales once, at start. */
export async function loadTexts(): Promise<Texts> {
  const base = createInstance();
  base.use(Backend).use(initReactI18next);
  await base.init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: [...languages],
    preload: [...languages],
    ns: readdirSync(path.join(folder, 'en')).map((file) => path.basename(file, '.json')),
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    backend: { loadPath: path.join(folder, '{{lng}}/{{ns}}.json') },
    react: { useSuspense: false },
  });
  const instances = new Map(languages.map((language) => [language, base.cloneInstance({ lng: language })]));
  const instance = (language: Language): I18n => instances.get(language) as I18n;
  return {
    instance,
    resources: (language, namespaces) =>
      Object.fromEntries(namespaces.map((name) => [name, base.getResourceBundle(language, name) as object])),
    translator: (language) => instance(language).t as unknown as Translate,
  };
}
