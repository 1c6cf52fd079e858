import { expect, it } from 'vitest';
import { sharePlaces } from './share-links.ts';

const text = 'Final: Ana & Bo, “100 %”';
const address = 'https://podium.test/results/7';

it('a shared text arrives whole, with the page’s address', () => {
  const shared = Object.fromEntries(sharePlaces.map(({ name, link }) => [name, new URL(link(text, address))]));
  expect(Object.fromEntries(shared.X?.searchParams ?? [])).toEqual({ text, url: address });
  expect(Object.fromEntries(shared.Facebook?.searchParams ?? [])).toEqual({ u: address }); // it takes no text
  expect(shared.WhatsApp?.searchParams.get('text')).toBe(`${text} ${address}`);
});
