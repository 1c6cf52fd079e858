import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOrderMark, csvLine, withoutGuard } from '../shared/csv.ts';
import { readCsv } from './csv.ts';

const cellsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

describe('a line of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+34', "'+34"],
    ['-x', "'-x"],
    ['@me', "'@me"],
    ["'=x", "''=x"],
    ["it's", "it's"],
    ["'quoted'", "'quoted'"],
    ['a, "b"', '"a, ""b"""'],
    ['a\nb', '"a\nb"'],
  ])('writes %j as %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });

  it('leaves numbers as they are, also those below zero', () => {
    expect(csvLine([-5, true, null, undefined, ''])).toBe('-5,true,,,\r\n');
  });

  it('comes back as it was, whatever stands in it', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '"', "'", ',', ';', '\t', '\r', '\n', '=', '-', '@', ' ', '🏆'),
      maxLength: 8,
    });
    const rows = fc.array(
      fc.array(text, { minLength: 3, maxLength: 3 }).filter((cells) => cells.some((cell) => cell.trim() !== '')),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(rows, (wanted) => {
        const file = byteOrderMark + csvLine(['a', 'b', 'c']) + wanted.map(csvLine).join('');
        const [, ...read] = cellsOf(file);
        expect(read.map((cells) => cells.map(withoutGuard))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a file of CSV', () => {
  const wanted = [
    ['a', 'b'],
    ['1', '2'],
  ];

  it.each([
    ['lines ended as on Windows', 'a,b\r\n1,2\r\n'],
    ['lines ended as on Unix, the last one not at all', 'a,b\n1,2'],
    ['lines ended as on an old Mac', 'a,b\r1,2\r'],
    ['a byte order mark', `${byteOrderMark}a,b\n1,2\n`],
    ['semicolons', 'a;b\n1;2\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['quotation marks about everything', '"a";"b"\n"1";"2"'],
    ['empty lines', '\na;b\n\n ; \n1;2\n\n\n'],
  ])('is read with %s', (_what, file) => {
    expect(readCsv(file).brokenAt).toBeNull();
    expect(cellsOf(file)).toEqual(wanted);
  });

  it('may have separators, quotation marks and ends of lines in its cells', () => {
    expect(cellsOf('a;b\n"1;,""x""";"2\r\n3"\n')[1]).toEqual(['1;,"x"', '2\r\n3']);
    expect(cellsOf('a,b\n5" pipe,2;3\n')[1]).toEqual(['5" pipe', '2;3']);
    expect(cellsOf('a,b\n1,\n')[1]).toEqual(['1', '']);
  });

  it('tells the line of the file on which a row begins', () => {
    const { rows } = readCsv('a,b\n"1\n1\r\n1",2\n\n3,4\n');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it.each([
    ['a,b\n1,"2\n3,4\n', 2],
    ['a,b\n"1\n1","2', 2],
  ])('of %j is broken at line %i', (file, line) => {
    expect(readCsv(file).brokenAt).toBe(line);
  });

  it('without anything has no rows', () => {
    for (const file of ['', byteOrderMark, '\n\n', ',,\n']) expect(readCsv(file)).toEqual({ rows: [], brokenAt: null });
  });

  it('is read in one go, however long it is', () => {
    const line = csvLine(['a "quoted" text', 'x'.repeat(80)]);
    const { rows } = readCsv(line.repeat(20_000));
    expect(rows).toHaveLength(20_000);
    const hole = `a,b\n"${'x'.repeat(2_000_000)}`;
    expect(readCsv(hole).brokenAt).toBe(2);
  });
});
