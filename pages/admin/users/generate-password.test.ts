import { expect, it } from 'vitest';
import { NewPassword } from '#modules/accounts/contract/index.ts';
import { generatePassword } from './generate-password.ts';

it('a generated password is long, is another one each time, and is taken by the product', () => {
  const some = Array.from({ length: 200 }, generatePassword);
  expect(new Set(some).size).toBe(200);
  for (const password of some) expect(NewPassword.parse(password)).toMatch(/^[a-zA-Z2-9]{20}$/);
  expect(new Set(some.join('')).size).toBe(56);
});
