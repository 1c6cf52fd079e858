const yearSeconds = 365 * 24 * 60 * 60;

/** Keeps a value for a year in a cookie (for the server) and in local storage, where storage is on. */
export function keepForAYear(cookie: string, storageKey: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${cookie}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
  try {
    localStorage.setItem(storageKey, value);
  } catch {
    // storage is off: the cookie is enough
  }
}

export function clearCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** What local storage holds; null where it is off. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
