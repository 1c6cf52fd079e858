import type { SeasonName } from '#src/shared/seasons.ts';

/** The words that tell which topics belong to a season (specification 2, section 9). Browsers need not know them. */
export const seasonKeywords: Record<SeasonName, readonly string[]> = {
  nba: ['nba', 'basketball'],
  nfl: ['nfl', 'super bowl', 'american football'],
  soccer: ['soccer', 'premier league', 'champions league', 'la liga', 'world cup', 'ballon d’or', 'euro'],
  mlb: ['mlb', 'baseball', 'world series'],
  tennis: ['tennis', 'grand slam', 'wimbledon'],
};
