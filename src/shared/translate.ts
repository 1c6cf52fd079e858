import type { TextKey } from '../i18n/keys.ts';

export type { TextKey };

/** Gives the text of a key (`namespace:path`) in one language, with its values put in. */
export type Translate = (key: TextKey, values?: Record<string, unknown>) => string;
