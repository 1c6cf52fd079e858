/**
 * One line of CSV (RFC 4180), with its end. A text that a spreadsheet would take for a formula gets an apostrophe before it,
 * so that nothing that a visitor typed is ever run at an admin's desk.
 */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  // A text that looks as if it had its apostrophe already gets another, so that `withoutGuard` gives back what it was.
  const text = typeof value === 'string' && /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What `csvLine` put before a text is taken off again, so that an export can be imported. */
export function withoutGuard(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** What makes a spreadsheet read the file as UTF-8; stands before the first line. */
export const byteOrderMark = '\uFEFF';

/** A row of a file: its cells, and the line of the file that it begins on, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Reads CSV (RFC 4180), with lines that end in any way, and with the separator that the first line uses: a comma, or what
 * a spreadsheet writes in its place (semicolon, tab). Rows without any text are left out. `brokenAt` is the line of a
 * quotation mark that is never closed, or is followed by more text; then what comes after it is not read.
 */
export function readCsv(text: string): { rows: CsvRow[]; brokenAt: number | null } {
  const file = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const separator = separatorOf(file);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  const endRow = () => {
    if (row.cells.some((text) => text.trim() !== '')) rows.push(row);
    line += 1;
    row = { line, cells: [] };
  };
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const quoted = /"((?:[^"]|"")*)"/y;
  for (;;) {
    const inQuotes = file[at] === '"';
    const pattern = inQuotes ? quoted : plain;
    pattern.lastIndex = at;
    const found = pattern.exec(file);
    if (!found) return { rows, brokenAt: line };
    const value = inQuotes ? (found[1] as string).replaceAll('""', '"') : found[0];
    row.cells.push(value);
    at += found[0].length;
    const next = file[at];
    if (inQuotes) {
      if (next !== undefined && next !== separator && !/[\r\n]/.test(next)) return { rows, brokenAt: line };
      line += found[0].split(lineEnd).length - 1;
    }
    if (next === undefined) {
      endRow();
      return { rows, brokenAt: null };
    }
    if (next !== separator) endRow();
    at += file.startsWith('\r\n', at) ? 2 : 1;
  }
}

const lineEnd = /\r\n|\r|\n/;

/** What stands most often between the names of the columns. */
function separatorOf(file: string): string {
  const names = (file.replace(/^[\r\n]+/, '').split(lineEnd, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const often = (mark: string) => names.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (often(mark) > often(best) ? mark : best));
}
