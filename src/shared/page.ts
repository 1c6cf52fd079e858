/** Where the server lays the rendered page into the document that Vike filled with its tags. */
export const bodyMarker = '<!--page-->';

/** The page's data: addresses of API calls and what they answer, so that the browser asks none of them again. */
export type PageData = Record<`/api/${string}`, unknown>;
