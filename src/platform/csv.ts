import { CsvError, parse } from 'csv-parse/sync';
import { byteOrderMark } from '../shared/csv.ts';

/** A row of a file: its cells, and the line of the file that it begins on, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Reads CSV (RFC 4180), with lines that end in any way, and with the separator that the first line uses: a comma, or what
 * a spreadsheet writes in its place (semicolon, tab). Rows without any text are left out. `brokenAt` is where a row begins
 * that has a quotation mark which is never closed; then nothing is read.
 */
export function readCsv(text: string): { rows: CsvRow[]; brokenAt: number | null } {
  const file = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const rows: CsvRow[] = [];
  const contents = Buffer.from(file);
  let line = 1;
  let at = 0;
  try {
    parse(contents, {
      delimiter: separatorOf(file),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true, // 5" is five inches
      on_record(record: string[], { bytes }) {
        if (record.some((cell) => cell.trim() !== '')) rows.push({ line, cells: record });
        // Counted here: the parser takes the two characters that end a line on Windows for two ends inside of a cell.
        line += contents.toString('utf8', at, bytes).split(/\r\n|\r|\n/).length - 1;
        at = bytes;
        return null;
      },
    });
    return { rows, brokenAt: null };
  } catch (error) {
    if (error instanceof CsvError) return { rows: [], brokenAt: line };
    throw error;
  }
}

/** What stands most often between the names of the columns. */
function separatorOf(file: string): string {
  const names = (file.replace(/^[\r\n]+/, '').split(/\r|\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const often = (mark: string) => names.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (often(mark) > often(best) ? mark : best));
}
