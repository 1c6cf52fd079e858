/** The entries of an object whose keys are known: `Object.entries` forgets them. */
export const entriesOf = <Value extends object>(value: Value) =>
  Object.entries(value) as { [Key in keyof Value & string]: [Key, Value[Key]] }[keyof Value & string][];
