import { asCurrency, type Currency, currencyKey } from '#src/shared/money.ts';
import { fetchApi } from '../data/api.ts';
import { keepForAYear, stored } from './cookies.ts';

/** Writes the choice where it is looked for (decision 6). */
export function keepCurrency(currency: Currency): void {
  keepForAYear(currencyKey, currencyKey, currency);
}

/**
 * Keeps the choice and loads the page again with it (specification 1, section 4). The account's choice goes before the
 * browser's (decision 6), so for somebody who is signed in it must be saved; throws ApiError where it could not be.
 */
export async function switchCurrency(currency: Currency, signedIn: boolean): Promise<void> {
  if (signedIn) await fetchApi('/api/users/preferences', { method: 'PUT', body: { preferredCurrency: currency } });
  keepCurrency(currency);
  location.reload();
}

/** Gives the server back a choice whose cookie is gone while local storage still has it. */
export function mirrorCurrency(shown: Currency, signedIn: boolean): void {
  const chosen = asCurrency(stored(currencyKey));
  if (!chosen || chosen === shown || signedIn) return;
  keepCurrency(chosen);
  if (document.cookie.includes(`${currencyKey}=${chosen}`)) location.reload(); // with cookies off it would never end
}
