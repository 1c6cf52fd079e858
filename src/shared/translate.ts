/** Gives the text of a key (`namespace:path`) in one language, with its values put in. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;
