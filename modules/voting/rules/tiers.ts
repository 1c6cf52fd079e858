/** How many places a ballot of each tier ranks (specification 1, section 9). */
export const tierSizes = { top3: 3, top5: 5, top10: 10 } as const;

export type Tier = keyof typeof tierSizes;
export const tiers = Object.keys(tierSizes) as Tier[];

/** The tier that the selector begins with (specification 1, section 4). */
export const defaultTier: Tier = 'top5';

/** The tier with this many places. */
export function tierOfSize(size: number): Tier {
  const tier = tiers.find((name) => tierSizes[name] === size);
  if (!tier) throw new RangeError(`no tier has ${size} places`);
  return tier;
}
