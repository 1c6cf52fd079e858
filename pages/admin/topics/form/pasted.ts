/** What a pasted list of choices comes to. Lines are counted from 1. */
export interface Pasted {
  choices: { name: string; description: string }[];
  emptyLines: number;
  /** Lines whose name another choice has, in the list or in the form already. */
  duplicates: { line: number; name: string }[];
  /** Lines whose name or description is too long. */
  tooLong: { line: number; name: string }[];
  /** Choices beyond the most that a topic has room for. */
  beyond: number;
}

export const mostChoices = 200;

/** Reads a list of choices, one a line, each with an optional description after ' | '. `present`: the names in the form. */
export function readPasted(text: string, present: readonly string[]): Pasted {
  const pasted: Pasted = { choices: [], emptyLines: 0, duplicates: [], tooLong: [], beyond: 0 };
  const plain = (name: string) => name.trim().toLowerCase();
  const seen = new Set(present.map(plain));
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
  if (text.trim() === '') return pasted;
  for (const [index, typed] of lines.entries()) {
    const [name = '', ...rest] = typed.split('|').map((part) => part.trim());
    const description = rest.join(' | ');
    const line = index + 1;
    if (name === '') pasted.emptyLines += 1;
    else if (seen.has(plain(name))) pasted.duplicates.push({ line, name });
    else if (name.length > 200 || description.length > 500)
      pasted.tooLong.push({ line, name: `${name.slice(0, 40)}…` });
    else if (present.length + pasted.choices.length >= mostChoices) pasted.beyond += 1;
    else {
      seen.add(plain(name));
      pasted.choices.push({ name, description });
    }
  }
  return pasted;
}
