import { entertainment } from './entertainment.ts';
import { fashion } from './fashion.ts';
import { food } from './food.ts';
import { general } from './general.ts';
import { mlb } from './mlb.ts';
import { nba } from './nba.ts';
import { nfl } from './nfl.ts';
import type { SeedTopic } from './seed-topic.ts';
import { soccer } from './soccer.ts';
import { technology } from './technology.ts';
import { tennis } from './tennis.ts';
import { travel } from './travel.ts';

export const seedTopics: SeedTopic[] = [
  ...nba,
  ...nfl,
  ...soccer,
  ...mlb,
  ...tennis,
  ...technology,
  ...entertainment,
  ...food,
  ...travel,
  ...fashion,
  ...general,
];
