import { passes, type Row } from './measurement.ts';

/** The rows as a Markdown table, so that a run can be laid into docs/benchmarks.md as it is. */
export function tableOf(rows: Row[]): string {
  const head = ['what', 'value', 'ratio', 'must be', 'aim', 'verdict'];
  const cells = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(...cells.map((line) => (line[column] as string).length)));
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`,
  );
  return [lines[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n');
}

function cellsOf(row: Row): string[] {
  const { what, value, unit, ratio, floor, ceiling, aim } = row;
  const must = floor !== undefined ? `≥ ${floor}` : ceiling !== undefined ? `≤ ${ceiling}` : '';
  return [
    what,
    `${amount(value)} ${unit}`,
    ratio?.toFixed(2) ?? '',
    must,
    aim === undefined ? '' : `${ceiling === undefined ? '≥' : '≤'} ${aim}`,
    must === '' ? '' : passes(row) ? 'passes' : 'MISSED',
  ];
}

const amount = (value: number) => (value < 1000 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));
