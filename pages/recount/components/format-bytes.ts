const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** So many bytes in the largest unit of which there is one, in the words of a language: '1.2 MB'. */
export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power],
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / 1_000 ** power);
}
