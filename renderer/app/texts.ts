import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { GroupIn, Namespace, TextKeyIn } from '#src/i18n/keys.ts';

/** Texts of a namespace in the page's language; of another one with its name before the path. */
export interface TextsOf<Name extends Namespace> {
  (key: TextKeyIn<Name>, values?: Record<string, unknown>): string;
  /** A list or a group of texts, as the file has it. */
  (key: GroupIn<Name>, values: { returnObjects: true; [value: string]: unknown }): unknown;
}

/** `useTranslation` with keys that the compiler knows. */
export const useTexts = useTranslation as unknown as <Name extends Namespace = 'common'>(
  namespace?: Name,
) => { t: TextsOf<Name>; i18n: I18n };
