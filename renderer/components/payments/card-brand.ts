/** How the networks write themselves; another one is shown as the provider names it. */
const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** The network of a card by its own name. */
export const brandName = (brand: string): string => brands[brand] ?? brand;
