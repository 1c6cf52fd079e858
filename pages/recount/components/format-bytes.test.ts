import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [12_345, '12 kB'],
  [1_234_567, '1.2 MB'],
  [50_000_000_000, '50 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});
