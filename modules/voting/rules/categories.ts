/** In the order of the home page's rows (specification 1, section 2). */
export const categories = ['sports', 'technology', 'entertainment', 'food', 'travel', 'fashion', 'general'] as const;
export type Category = (typeof categories)[number];
