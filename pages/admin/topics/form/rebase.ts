import { type ChoiceRow, type Draft, type PlainField, plainFields } from './draft.ts';

const identity = (row: ChoiceRow) => row.id ?? row.key;
const byIdentity = (rows: ChoiceRow[]) => new Map(rows.map((row) => [identity(row), row]));
const texts = ({ name, description, image }: ChoiceRow) => JSON.stringify([name, description, image]);

/** `mine` where I changed it, else `theirs`. */
const pick = <T>(base: T | undefined, mine: T, theirs: T): T => (mine === base ? theirs : mine);

/**
 * My changes since `base` on top of theirs: what I did not touch is theirs, what both changed is mine. A choice that they
 * removed and I changed comes back as a new one, so that nothing that was typed is lost.
 */
export function rebase(base: Draft, mine: Draft, theirs: Draft): Draft {
  const merged = { ...theirs };
  const take = <Name extends PlainField>(name: Name) => {
    merged[name] = pick(base[name], mine[name], theirs[name]);
  };
  plainFields.forEach(take);
  merged.choices = rebaseChoices(base.choices, mine.choices, theirs.choices);
  return merged;
}

function rebaseChoices(base: ChoiceRow[], mine: ChoiceRow[], theirs: ChoiceRow[]): ChoiceRow[] {
  const [before, own, others] = [byIdentity(base), byIdentity(mine), byIdentity(theirs)];
  const merge = (id: number | string): ChoiceRow[] => {
    const [was, my, their] = [before.get(id), own.get(id), others.get(id)];
    if (my && their) {
      return [
        {
          ...my,
          name: pick(was?.name, my.name, their.name),
          description: pick(was?.description, my.description, their.description),
          image: pick(was?.image, my.image, their.image),
        },
      ];
    }
    if (!was) return [my ?? their].filter((row) => row !== undefined); // one of us has added it
    if (my && texts(my) !== texts(was)) return [{ ...my, id: undefined }]; // they have removed what I changed
    return [];
  };
  const order = isReordered(base, mine) ? [...own.keys(), ...others.keys()] : [...others.keys(), ...own.keys()];
  return [...new Set(order)].flatMap(merge);
}

/** Whether rows were moved: what stands there is not what was there, without some, and with new ones at the end. */
function isReordered(base: ChoiceRow[], mine: ChoiceRow[]): boolean {
  const [before, now] = [byIdentity(base), byIdentity(mine)];
  const kept = [...before.keys()].filter((id) => now.has(id));
  return kept.some((id, index) => [...now.keys()][index] !== id);
}

/** A field that somebody else has changed; `both`: so have I, and not to the same. */
export interface ForeignChange {
  field: PlainField | 'choices';
  both: boolean;
}

/** What they have changed since `base`, beside what I have. */
export function foreignChanges(base: Draft, mine: Draft, theirs: Draft): ForeignChange[] {
  const value = (draft: Draft, field: ForeignChange['field']) =>
    field === 'choices' ? JSON.stringify(draft.choices.map((row) => [row.id, texts(row)])) : draft[field];
  return ([...plainFields, 'choices'] as const).flatMap((field) => {
    const [before, my, their] = [base, mine, theirs].map((draft) => value(draft, field));
    return before === their ? [] : [{ field, both: my !== before && my !== their }];
  });
}

/** What became of the choices, by their names. */
export interface ChoiceChanges {
  added: string[];
  removed: string[];
  edited: string[];
  reordered: boolean;
}

export function choiceChanges(base: ChoiceRow[], rows: ChoiceRow[]): ChoiceChanges {
  const [before, now] = [byIdentity(base), byIdentity(rows)];
  const names = (list: ChoiceRow[]) => list.map(({ name }) => name);
  const edited = rows.flatMap((row) => {
    const was = before.get(identity(row));
    if (!was || texts(was) === texts(row)) return [];
    return [was.name === row.name ? row.name : `${was.name} → ${row.name}`];
  });
  return {
    added: names(rows.filter((row) => !before.has(identity(row)))),
    removed: names(base.filter((row) => !now.has(identity(row)))),
    edited,
    reordered: isReordered(base, rows),
  };
}
