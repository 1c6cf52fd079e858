const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number in the digits and groups of a language. Formatters are dear to make, so one is kept for each language. */
export function formatNumber(language: string, value: number): string {
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language);
    numberFormats.set(language, format);
  }
  return format.format(value);
}
