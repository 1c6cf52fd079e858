import { expect, it } from 'vitest';
import { boundedRenders } from './bounded-renders.ts';
import type { PageRequest } from './page-request.ts';

const visitor = { language: 'en', currency: 'USD', offeredLanguage: null, consentGiven: false } as const;
const from = (network: string): PageRequest => ({ url: '/', visitor, user: null, log: undefined, network });

it('of one network so many wait, whatever room there is for others', async () => {
  const gate = Promise.withResolvers<void>();
  const render = boundedRenders(
    async () => {
      await gate.promise;
      return { status: 200, headers: {}, body: Buffer.from('') };
    },
    { waiting: 20, waitingOfNetwork: 5 },
  );
  const busy = Array.from({ length: 10 }, () => render(from('busy')));
  const others = Array.from({ length: 18 }, (_, number) => render(from(`other ${number}`)));
  const last = render(from('one too many'));
  const settled = Promise.allSettled([...busy, ...others, last]);
  gate.resolve();
  const results = await settled;
  const refused = results.map((result) => result.status === 'rejected' && result.reason.code === 'overloaded');
  expect(refused.slice(0, 10).filter(Boolean)).toHaveLength(4); // one is rendered, five wait
  expect(refused.slice(10, 28)).not.toContain(true);
  expect(refused[28]).toBe(true);
  await expect(render(from('busy'))).resolves.toMatchObject({ status: 200 });
});
