import { describe, expect, it } from 'vitest';
import { readPasted } from './pasted.ts';

describe('a pasted list', () => {
  it('is one choice a line, with a description after a bar', () => {
    const { choices } = readPasted('Paella | Rice, Valencia | slow\r\n  Gazpacho \nTortilla|Eggs\n\n', []);
    expect(choices).toEqual([
      { name: 'Paella', description: 'Rice, Valencia | slow' },
      { name: 'Gazpacho', description: '' },
      { name: 'Tortilla', description: 'Eggs' },
    ]);
  });

  it('tells of empty lines, and of names that the form or the list has already', () => {
    const pasted = readPasted('Paella\n\nGAZPACHO\n | only a description\npaella | again\nTortilla', ['Gazpacho']);
    expect(pasted.choices.map(({ name }) => name)).toEqual(['Paella', 'Tortilla']);
    expect(pasted.emptyLines).toBe(2);
    expect(pasted.duplicates).toEqual([
      { line: 3, name: 'GAZPACHO' },
      { line: 5, name: 'paella' },
    ]);
  });

  it('leaves out what is too long, and what there is no room for', () => {
    expect(readPasted(`${'x'.repeat(201)}\nFine`, []).tooLong).toEqual([{ line: 1, name: `${'x'.repeat(40)}…` }]);
    const present = Array.from({ length: 199 }, (_, index) => `Choice ${index}`);
    expect(readPasted('One\nTwo\nThree', present)).toMatchObject({ choices: [{ name: 'One' }], beyond: 2 });
  });

  it('may be nothing at all', () => {
    expect(readPasted(' \n \n', [])).toEqual({ choices: [], emptyLines: 0, duplicates: [], tooLong: [], beyond: 0 });
  });
});
