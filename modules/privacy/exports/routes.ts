import { z } from 'zod';
import { defineRoute, FileAnswer, NotYet, type Route } from '#src/http/define-route.ts';
import { ById } from '#src/shared/ids.ts';
import type { Privacy } from '../contract/index.ts';

export const exportRoutes = (privacy: Pick<Privacy, 'download'>): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/account/exports/:id',
    who: 'user',
    input: { params: ById, query: z.object({ signature: z.string().max(100).default('') }) },
    output: z.never(),
    async handle({ params, query, viewer }) {
      const download = await privacy.download(viewer, params.id, query.signature);
      if (download.state === 'building') return new NotYet(2);
      return new FileAnswer(download.file, { downloadAs: download.name });
    },
  }),
];
