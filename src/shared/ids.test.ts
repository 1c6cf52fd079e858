import { expect, it } from 'vitest';
import { ById, Id } from './ids.ts';

it.each([1, 196, 2_147_483_647])('%j is an id in a payload', (id) => {
  expect(Id.parse(id)).toBe(id);
});

it.each([[196], '196', '0xc4', '1e2', true, null, 0, -1, 1.5, 2_147_483_648, { valueOf: 196 }].map((id) => [id]))(
  '%j is none',
  (id) => {
    expect(Id.safeParse(id).success).toBe(false);
  },
);

it('in an address it is decimal digits', () => {
  expect(ById.parse({ id: '196' })).toEqual({ id: 196 });
  for (const id of ['0xc4', '1e2', ' 196', '+196', '196.0', '٣', '', '0', '-1', '2147483648', '99999999999', ['196']]) {
    expect(ById.safeParse({ id }).success, String(id)).toBe(false);
  }
});
