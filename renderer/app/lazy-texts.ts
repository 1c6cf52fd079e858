import type { i18n as I18n } from 'i18next';
import { use } from 'react';
import { useTexts } from './texts.ts';

// The namespaces of what is loaded when it is first needed: no page carries them, they come with the code that shows them.
const files = import.meta.glob<{ default: object }>(
  '../../src/i18n/locales/*/{consent,password,payment,subscription}.json',
);
type LazyNamespace = 'consent' | 'password' | 'payment' | 'subscription';

const loading = new Map<string, Promise<void>>();

async function load(i18n: I18n, language: string, namespace: LazyNamespace): Promise<void> {
  const texts = await files[`../../src/i18n/locales/${language}/${namespace}.json`]?.();
  if (texts) i18n.addResourceBundle(language, namespace, texts.default);
}

/** As `useTexts`, for texts that the page does not carry: suspends until they are there. For lazy components only. */
export function useLazyTexts<Name extends LazyNamespace>(namespace: Name) {
  const { i18n } = useTexts();
  const key = `${i18n.language} ${namespace}`;
  let loaded = loading.get(key);
  if (!loaded) {
    loaded = load(i18n, i18n.language, namespace);
    loading.set(key, loaded);
    loaded.catch(() => loading.delete(key)); // the next use tries again
  }
  use(loaded);
  return useTexts(namespace);
}
