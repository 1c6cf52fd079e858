import type { Category } from './categories.ts';

/** The first keyword that stands in a topic's English name or description decides (specification 1, section 2). */
const byKeyword: [RegExp, string][] = [
  [/\b(nba|basketball)\b/, 'basketball'],
  [/\b(nfl|super bowl|quarterback|american football)\b/, 'american-football'],
  [/\b(mlb|baseball|world series)\b/, 'baseball'],
  [/\b(tennis|wimbledon|us open|roland[- ]garros|grand slam|atp|wta)\b/, 'tennis'],
  [/\b(soccer|premier league|champions league|la liga|world cup|ballon d|bundesliga|serie a|ligue 1|mls)\b/, 'soccer'],
  [/\b(coffee|espresso)\b/, 'coffee'],
  [/\b(workout|fitness|gym|exercises?)\b/, 'workout'],
  [/\b(movies?|films?|series|tv|shows?|directors?)\b/, 'movie'],
  [/\b(albums?|songs?|music|artists?|bands?)\b/, 'music'],
  [/\b(ai|assistants?|language models?)\b/, 'ai'],
  [/\b(travel|cit(y|ies)|beach(es)?|destinations?)\b/, 'travel'],
  [/\b(food|dish(es)?|pizza|cheeses?|desserts?)\b/, 'food'],
];

const byCategory: Record<Category, string> = {
  sports: 'trophy',
  technology: 'technology',
  entertainment: 'movie',
  food: 'food',
  travel: 'travel',
  fashion: 'fashion',
  general: 'ballot',
};

/** The address of the picture that stands for a topic without one of its own. */
export function illustrationOf({
  name,
  description,
  category,
}: {
  name: string;
  description: string;
  category: Category;
}): string {
  const text = `${name} ${description}`.toLowerCase();
  const found = byKeyword.find(([keyword]) => keyword.test(text))?.[1];
  return `/illustrations/${found ?? byCategory[category]}.svg`;
}
