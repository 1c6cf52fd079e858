/** When each season runs, by month and day in UTC, and which one leads when several do (specification 2, section 9). */
const table = {
  nba: { from: [10, 1], to: [6, 30], priority: 1 },
  nfl: { from: [9, 1], to: [2, 15], priority: 2 },
  soccer: {
    from: [8, 1],
    to: [5, 31],
    priority: 3,
  },
  mlb: { from: [3, 20], to: [11, 15], priority: 4 },
  tennis: { from: [1, 1], to: [12, 31], priority: 5 },
} as const;

export type SeasonName = keyof typeof table;
export const seasonNames = Object.keys(table) as SeasonName[];

export interface Season {
  name: SeasonName;
  /** The last day of the present season: midnight UTC at its beginning. */
  lastDay: Date;
}

/** The seasons that are on at a moment, the leading one first. Windows may run over the turn of the year. */
export function seasonsAt(moment: Date): Season[] {
  const year = moment.getUTCFullYear();
  const today = Date.UTC(year, moment.getUTCMonth(), moment.getUTCDate());
  return seasonNames
    .toSorted((a, b) => table[a].priority - table[b].priority)
    .flatMap((name) => {
      const { from, to } = table[name];
      const overNewYear = from[0] > to[0];
      // A window over the turn of the year has begun either this year or the year before.
      for (const begins of overNewYear ? [year - 1, year] : [year]) {
        const first = Date.UTC(begins, from[0] - 1, from[1]);
        const last = Date.UTC(overNewYear ? begins + 1 : begins, to[0] - 1, to[1]);
        if (first <= today && today <= last) return [{ name, lastDay: new Date(last) }];
      }
      return [];
    });
}
