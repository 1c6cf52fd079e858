import type { Language } from '#src/shared/languages.ts';

interface LocalizedTexts {
  name: string;
  description: string;
  nameEs: string | null;
  descriptionEs: string | null;
  nameFr: string | null;
  descriptionFr: string | null;
}

/** A topic's name and description in a language; what is not translated is English (decision 2). */
export function inLanguage(topic: LocalizedTexts, language: Language): { name: string; description: string } {
  const { name, description } = topic;
  if (language === 'es') return { name: topic.nameEs ?? name, description: topic.descriptionEs ?? description };
  if (language === 'fr') return { name: topic.nameFr ?? name, description: topic.descriptionFr ?? description };
  return { name, description };
}

/** A topic's name in a language; what is not translated is English. */
export function nameIn(
  { name, nameEs, nameFr }: Pick<LocalizedTexts, 'name' | 'nameEs' | 'nameFr'>,
  language: Language,
): string {
  return { en: name, es: nameEs ?? name, fr: nameFr ?? name }[language];
}

/** The topic without the languages that a page in `language` does not show, so that they are not sent. */
export function onlyIn<T extends LocalizedTexts>(topic: T, language: Language): T {
  return {
    ...topic,
    ...(language === 'es' ? {} : { nameEs: null, descriptionEs: null }),
    ...(language === 'fr' ? {} : { nameFr: null, descriptionFr: null }),
  };
}
