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
