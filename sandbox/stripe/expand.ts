import type { Books } from './books.ts';
import { Refusal } from './refusal.ts';

type Json = Record<string, unknown>;

/** Puts whole objects where ids stand, as `expand[]` asks: `latest_charge`, `data.payment_intent`, `latest_charge.refunds`. */
export function expanded(object: object, paths: string[], books: Books): object {
  return paths.reduce((result: Json, path) => expandPath(result, path.split('.'), path, books), object as Json);
}

function expandPath(object: Json, [name = '', ...rest]: string[], path: string, books: Books): Json {
  const value = name === 'refunds' && object.object === 'charge' ? refundsOf(object, books) : object[name];
  if (value === undefined) throw new Refusal(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
  const further = (found: Json): Json => (rest.length > 0 ? expandPath(found, rest, path, books) : found);
  if (Array.isArray(value)) return { ...object, [name]: value.map((item: Json) => further(item)) };
  if (value === null) return object;
  const found = typeof value === 'string' ? find(value, books) : (value as Json);
  return found ? { ...object, [name]: further(found) } : object;
}

function find(id: string, books: Books): Json | undefined {
  const shelves = {
    pi: books.intents,
    ch: books.charges,
    re: books.refunds,
    du: books.disputes,
    pm: books.methods,
  };
  const shelf = shelves[id.slice(0, 2) as keyof typeof shelves];
  return shelf?.get(id) as Json | undefined;
}

function refundsOf(charge: Json, books: Books): Json {
  const data = books.refunds.of(String(charge.payment_intent)).filter((refund) => refund.charge === charge.id);
  return { object: 'list', data: data.reverse(), has_more: false, url: `/v1/charges/${charge.id}/refunds` };
}
