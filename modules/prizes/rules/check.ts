/** Something that a bundle says and its ballots do not bear out. */
export interface Mismatch {
  /** Where in the bundle: a list, the row's key in brackets, the field. */
  what: string;
  said: unknown;
  /** Null: there should be none, or nobody can tell what it should be. */
  found: unknown;
}

export interface Check {
  /** How many rows were held against the recount. */
  compared: number;
  /** How many mismatches there are in all. */
  wrong: number;
  /** The first of them. */
  mismatches: Mismatch[];
}

/** How many mismatches a check keeps; the others are only counted. */
export const mismatchesKept = 20;

export const newCheck = (): Check => ({ compared: 0, wrong: 0, mismatches: [] });

/** Records a mismatch. */
export function note(check: Check, what: string, said: unknown, found: unknown): void {
  check.wrong += 1;
  if (check.mismatches.length < mismatchesKept) check.mismatches.push({ what, said, found });
}

/** Holds the rows that a bundle says against those found: each of them once, and the same in every field of the found. */
export function compareRows<Row extends object>(
  check: Check,
  list: string,
  said: readonly Row[],
  found: readonly Row[],
  keyOf: (row: Row) => string | number,
): void {
  const open = new Map(found.map((row) => [keyOf(row), row]));
  for (const row of said) {
    const key = keyOf(row);
    const other = open.get(key);
    open.delete(key);
    check.compared += 1;
    if (!other) note(check, `${list}[${key}]`, row, null);
    for (const field of other ? (Object.keys(other) as (keyof Row & string)[]) : []) {
      if (row[field] !== other?.[field]) note(check, `${list}[${key}].${field}`, row[field], other?.[field]);
    }
  }
  for (const [key, row] of open) note(check, `${list}[${key}]`, null, row);
  check.compared += open.size;
}
