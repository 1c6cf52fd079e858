// Stripe's form encoding: `metadata[order]=1&types[0]=a&expand[]=b` is { metadata: { order: '1' }, types: ['a'], expand: ['b'] }.

export type FormValue = string | FormValue[] | Form;
export interface Form {
  [name: string]: FormValue;
}

interface Node {
  [name: string]: Node | string;
}

/** Reads form-encoded text. Values stay strings. */
export function parseForm(text: string): Form {
  const root: Node = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let node = root;
    for (const part of path) {
      const next = node[part];
      if (typeof next === 'object') node = next;
      else {
        const made: Node = Object.create(null);
        node[part] = made;
        node = made;
      }
    }
    node[last || String(Object.keys(node).length)] = value;
  }
  return formOf(root);
}

function formOf(node: Node): Form {
  const entries = Object.entries(node).map(
    ([name, value]) => [name, typeof value === 'string' ? value : listOrForm(value)] as const,
  );
  return Object.fromEntries(entries);
}

function listOrForm(node: Node): FormValue {
  const names = Object.keys(node);
  const form = formOf(node);
  return names.length > 0 && names.every((name, place) => name === String(place)) ? Object.values(form) : form;
}
