import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('one secret that is long enough to be one');
const otherSecrets = createSecrets('two secret that is long enough to be one');

describe('a sealed value', () => {
  it.each([
    ['a code', { code: '123456' }],
    ['text in all scripts', 'Ñandú 🏆'],
    ['null', null],
    ['a list', [1, [2]]],
  ])('comes back as it was: %s', (_what, value) => {
    expect(secrets.unseal(secrets.seal(value))).toEqual(value);
    expect(createSecrets('one secret that is long enough to be one').unseal(secrets.seal(value))).toEqual(value);
  });

  it('shows nothing of what it holds and never looks the same twice', () => {
    const sealed = Array.from({ length: 20 }, () => secrets.seal({ code: '123456' }));
    for (const one of sealed) expect(one.includes('123456')).toBe(false);
    expect(new Set(sealed.map((one) => one.toString('hex'))).size).toBe(20);
    expect(new Set(sealed.map((one) => one.subarray(28).toString('hex'))).size).toBe(20);
  });

  it('does not open when any byte of it has been changed', () => {
    const sealed = secrets.seal('123456');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => secrets.unseal(changed), `byte ${at}`).toThrow();
    }
  });

  it.each([0, 12, 28, 30])('does not open when only %i bytes are left', (length) => {
    expect(() => secrets.unseal(secrets.seal('123456').subarray(0, length))).toThrow();
  });

  it('does not open with another secret', () => {
    expect(() => otherSecrets.unseal(secrets.seal('123456'))).toThrow();
  });
});

describe('a digest', () => {
  const hex = (purpose: string, text: string, of = secrets) => of.digest(purpose, text).toString('hex');

  it('is the same for the same text, 256 bits long', () => {
    expect(hex('code', '123456')).toBe(hex('code', '123456'));
    expect(secrets.digest('code', '123456')).toHaveLength(32);
  });

  it('differs with the text, the purpose, the secret, and where one ends and the other begins', () => {
    const all = [
      hex('code', '123456'),
      hex('code', '123457'),
      hex('rate limit', '123456'),
      hex('code', '123456', otherSecrets),
      hex('code1', '23456'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

it('the session key comes from the secret and is not the secret', () => {
  expect(Buffer.from(secrets.sessionKey, 'base64url')).toHaveLength(32);
  expect(secrets.sessionKey).not.toBe(otherSecrets.sessionKey);
});
