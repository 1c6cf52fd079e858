import type { z } from 'zod';

/** What a section's address asks of its table, by the query that the API takes; parts that make no sense count as left out. */
export function askedOf<Shape extends z.ZodRawShape>(
  query: z.ZodObject<Shape>,
  search: Record<string, string | undefined>,
): z.infer<z.ZodObject<Shape>> {
  const understood = Object.entries(query.shape).flatMap(([name, schema]) => {
    const parsed = (schema as z.ZodType).safeParse(search[name]);
    return parsed.success ? [[name, search[name]]] : [];
  });
  return query.parse(Object.fromEntries(understood));
}

/** An address with what it asks for beside what it asks for already; what is not asked for is left out, and so is the first page. */
export function addressWith<Path extends string>(path: Path, asked: Record<string, unknown>): Path {
  const named = Object.entries(asked).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
  );
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString();
  return (query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path) as Path;
}
