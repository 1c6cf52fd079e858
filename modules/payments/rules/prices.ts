import type { Tier } from '#modules/voting/rules/tiers.ts';
import { type Currency, fromUsdCents } from '#src/shared/money.ts';

/** What a paid ballot of each tier costs, in US cents: the one price list (decision 4). */
export const tierPrices: Record<Tier, number> = { top3: 200, top5: 300, top10: 1_000 };

/** What a paid ballot costs in a currency, in its minor units: what is shown is what is charged. */
export const priceOf = (tier: Tier, currency: Currency): number => fromUsdCents(tierPrices[tier], currency);
