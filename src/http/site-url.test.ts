import { expect, it } from 'vitest';
import { siteUrl } from './site-url.ts';

it.each([
  ['/results/7?payment=3', 'https://podium.example/results/7?payment=3'],
  ['/', 'https://podium.example/'],
  ['//elsewhere.example/login', 'https://podium.example/elsewhere.example/login'],
  ['/\\elsewhere.example', 'https://podium.example/elsewhere.example'],
  ['https://elsewhere.example/login?x=1', 'https://podium.example/login?x=1'],
  ['javascript:alert(1)', 'https://podium.example/alert(1)'],
])('a redirect to %s leads to %s', (path, address) => {
  expect(siteUrl('https://podium.example', path)).toBe(address);
});
