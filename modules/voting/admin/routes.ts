import { Readable } from 'node:stream';
import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { pictureKey, pictureUpload } from '#src/platform/pictures.ts';
import { AppError } from '#src/shared/errors.ts';
import { ById } from '#src/shared/ids.ts';
import { pageOf } from '#src/shared/paging.ts';
import {
  AdminChoice,
  AdminChoicesQuery,
  AdminTopic,
  AdminTopicRow,
  AdminTopicsFilter,
  AdminTopicsQuery,
  CorrectSpelling,
  CorrectTopic,
  CreateChoice,
  CreateTopic,
  EditTopic,
  ImportQuery,
  ImportReport,
  SwitchTopic,
  type TopicAdministration,
  TopicPicture,
  topicPicturePath,
} from '../contract/admin.ts';
import { Choice } from '../contract/index.ts';

const megabyte = 1_048_576;

/** Topics and choices as admins keep them. */
export function topicAdministrationRoutes(topics: TopicAdministration): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/admin/topics',
      who: 'admin',
      input: { query: AdminTopicsQuery },
      output: pageOf(AdminTopicRow),
      handle: ({ query }) => topics.adminTopics(query),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/topics/export',
      who: 'admin',
      input: { query: AdminTopicsFilter },
      output: z.never(),
      async handle({ query }) {
        const body = Readable.from(topics.exportTopics(query));
        return new FileAnswer({ body, type: 'text/csv; charset=utf-8' }, { downloadAs: 'podium-topics.csv' });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics/import',
      who: 'admin',
      upload: { types: ['text/csv', 'application/vnd.ms-excel'], maxBytes: 2 * megabyte },
      input: { query: ImportQuery },
      output: ImportReport,
      handle: ({ query, body, viewer, t }) => topics.importTopics(viewer, body, { trial: query.trial === '1', t }),
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/topics/:id',
      who: 'admin',
      input: { params: ById },
      output: AdminTopic,
      handle: ({ params }) => topics.adminTopic(params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics',
      who: 'admin',
      input: { body: CreateTopic },
      maxBytes: megabyte,
      output: AdminTopic,
      status: 201,
      handle: ({ body, viewer }) => topics.createTopic(viewer, body),
    }),
    defineRoute({
      method: 'put',
      path: '/api/admin/topics/:id',
      who: 'admin',
      input: { params: ById, body: EditTopic },
      maxBytes: megabyte,
      output: AdminTopic,
      handle: ({ params, body, viewer }) => topics.editTopic(viewer, params.id, body),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/admin/topics/:id',
      who: 'admin',
      asksPassword: true,
      input: { params: ById },
      output: z.void(),
      status: 204,
      handle: ({ params, viewer }) => topics.removeTopic(params.id, viewer),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics/:id/cancel',
      who: 'admin',
      asksPassword: true,
      input: { params: ById },
      output: z.void(),
      status: 204,
      handle: ({ params, viewer }) => topics.cancelTopic(params.id, viewer),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics/:id/switches',
      who: 'admin',
      input: { params: ById, body: SwitchTopic },
      output: AdminTopic,
      handle: ({ params, body, viewer }) => topics.switchTopic(viewer, params.id, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics/:id/correction',
      who: 'admin',
      input: { params: ById, body: CorrectTopic },
      output: AdminTopic,
      handle: ({ params, body, viewer }) => topics.correctTopic(viewer, params.id, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topics/:id/duplicate',
      who: 'admin',
      input: { params: ById },
      output: AdminTopic,
      status: 201,
      handle: ({ params, viewer }) => topics.duplicateTopic(viewer, params.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/topic-pictures',
      who: 'admin',
      upload: pictureUpload,
      output: TopicPicture,
      status: 201,
      handle: ({ body, viewer }) => topics.storeTopicPicture(viewer, body),
    }),
    defineRoute({
      method: 'get',
      path: `${topicPicturePath}:key`,
      who: 'anyone',
      input: { params: z.object({ key: z.string().regex(pictureKey) }) },
      output: z.never(),
      async handle({ params }) {
        const picture = await topics.topicPicture(params.key);
        if (!picture) throw new AppError('not_found');
        return new FileAnswer(picture, { immutable: true });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/admin/choices',
      who: 'admin',
      input: { query: AdminChoicesQuery },
      output: pageOf(AdminChoice),
      handle: ({ query }) => topics.adminChoices(query),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/choices',
      who: 'admin',
      input: { body: CreateChoice },
      output: Choice,
      status: 201,
      handle: ({ body, viewer }) => topics.createChoice(viewer, body),
    }),
    defineRoute({
      method: 'post',
      path: '/api/admin/choices/:id/spelling',
      who: 'admin',
      input: { params: ById, body: CorrectSpelling },
      output: Choice,
      handle: ({ params, body, viewer }) => topics.correctSpelling(viewer, params.id, body),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/admin/choices/:id',
      who: 'admin',
      input: { params: ById },
      output: z.void(),
      status: 204,
      handle: ({ params, viewer }) => topics.deleteChoice(viewer, params.id),
    }),
  ];
}
