import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import type { Prizes } from '../contract/index.ts';

export function bundleRoutes(prizes: Pick<Prizes, 'bundle'>): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/topics/:id/bundle',
      who: 'anyone',
      limits: [{ name: 'bundle', points: 60, seconds: 3_600, by: 'address' }],
      input: { params: ById },
      output: z.never(),
      async handle({ params }) {
        const body = Readable.from(await prizes.bundle(params.id));
        return new FileAnswer({ body, type: 'application/json; charset=utf-8' }, { immutable: true });
      },
    }),
  ];
}
