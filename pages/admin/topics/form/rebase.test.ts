import { describe, expect, it } from 'vitest';
import { type ChoiceRow, type Draft, emptyDraft, newRow } from './draft.ts';
import { choiceChanges, foreignChanges, rebase } from './rebase.ts';

const row = (id: number, name = `Choice ${id}`): ChoiceRow => ({
  key: `stored ${id}`,
  id,
  name,
  description: '',
  image: '',
});
const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  name: 'Best dish',
  choices: [row(1), row(2), row(3)],
  ...changes,
});
const names = ({ choices }: Draft) => choices.map(({ name }) => name);

describe('my changes on top of somebody else’s', () => {
  it('leave what I did not touch as they made it, and win where both changed the same', () => {
    const merged = rebase(
      draft(),
      draft({ name: 'My name', nameEs: 'Mi nombre' }),
      draft({ name: 'Their name', category: 'food', isFeatured: true }),
    );
    expect(merged).toMatchObject({ name: 'My name', nameEs: 'Mi nombre', category: 'food', isFeatured: true });
  });

  it('keep the choices that they added and drop those that they removed', () => {
    const mine = draft({ choices: [row(1), row(2, 'Mine'), row(3), newRow({ name: 'New of mine' })] });
    const theirs = draft({ choices: [row(1), row(2), row(4, 'New of theirs')] });
    expect(names(rebase(draft(), mine, theirs))).toEqual(['Choice 1', 'Mine', 'New of theirs', 'New of mine']);
  });

  it('bring a choice back as a new one that I changed and they removed', () => {
    const merged = rebase(
      draft(),
      draft({ choices: [row(1), row(2), row(3, 'Changed by me')] }),
      draft({ choices: [row(1)] }),
    );
    expect(names(merged)).toEqual(['Choice 1', 'Changed by me']);
    expect(merged.choices[1]?.id).toBeUndefined();
  });

  it('keep the order that I gave them, or theirs where I gave none', () => {
    const turned = [row(3), row(2), row(1)];
    const mine = rebase(draft(), draft({ choices: turned }), draft({ choices: [row(1), row(2), row(3), row(4)] }));
    expect(names(mine)).toEqual(['Choice 3', 'Choice 2', 'Choice 1', 'Choice 4']);
    const theirs = rebase(draft(), draft({ choices: [row(1, 'Renamed'), row(2), row(3)] }), draft({ choices: turned }));
    expect(names(theirs)).toEqual(['Choice 3', 'Choice 2', 'Renamed']);
  });

  it('keep both parts of a choice where each of us changed one, and drop what I removed', () => {
    const mine = draft({ choices: [{ ...row(1), description: 'Mine' }, row(3)] });
    const theirs = draft({ choices: [row(1, 'Theirs'), row(2), row(3)] });
    expect(rebase(draft(), mine, theirs).choices).toEqual([{ ...row(1, 'Theirs'), description: 'Mine' }, row(3)]);
  });
});

describe('what somebody else has changed', () => {
  it('is told with mine beside it, and where both changed the same field', () => {
    const found = foreignChanges(
      draft(),
      draft({ name: 'My name', nameFr: 'Mon nom' }),
      draft({ name: 'Their name', category: 'food', choices: [row(1), row(2), row(3), row(4)] }),
    );
    expect(found).toEqual([
      { field: 'name', both: true },
      { field: 'category', both: false },
      { field: 'choices', both: false },
    ]);
  });

  it('is nothing where we changed different things back, or the same to the same', () => {
    expect(foreignChanges(draft(), draft({ name: 'Mine' }), draft())).toEqual([]);
    expect(foreignChanges(draft(), draft({ name: 'Same' }), draft({ name: 'Same' }))).toMatchObject([{ both: false }]);
  });

  it('is told of choices by their names', () => {
    const rows = [row(3), row(1, 'Renamed'), newRow({ name: 'New' })];
    expect(choiceChanges(draft().choices, rows)).toEqual({
      added: ['New'],
      removed: ['Choice 2'],
      edited: ['Choice 1 → Renamed'],
      reordered: true,
    });
  });
});
