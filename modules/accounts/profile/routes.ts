import { z } from 'zod';
import { defineRoute, FileAnswer, type Route } from '#src/http/define-route.ts';
import { byUser, hour } from '#src/http/limits.ts';
import type { Db } from '#src/platform/db.ts';
import { pictureKey, pictureUpload } from '#src/platform/pictures.ts';
import { AppError } from '#src/shared/errors.ts';
import { PageQuery, pageOf } from '#src/shared/paging.ts';
import { wrongCode } from '../contract/codes.ts';
import type { Accounts } from '../contract/index.ts';
import { Activity, ChangeProfile, ConfirmContact, Eligibility, Profile } from '../contract/profile.ts';
import { activitiesOf } from '../identity/activities.ts';
import { picturePath } from './pictures.ts';

/** What a signed-in person sees and changes of himself or herself. */
export function profileRoutes(db: Db, accounts: Accounts): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/users/profile',
      who: 'user',
      output: Profile,
      handle: ({ viewer }) => accounts.profile(viewer),
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/eligibility',
      who: 'user',
      output: Eligibility,
      handle: ({ viewer }) => accounts.eligibility(viewer),
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/profile',
      who: 'user',
      asksPassword: ({ email, phoneNumber }, { role }) => role === 'admin' && Boolean(email || phoneNumber),
      input: { body: ChangeProfile },
      output: Profile,
      handle: ({ body, viewer, language }) => accounts.changeProfile(viewer, body, language),
    }),
    defineRoute({
      method: 'post',
      path: '/api/users/profile/confirm',
      who: 'user',
      // Whoever has an admin's mailbox can have a new password, and with it all that asks for one.
      asksPassword: (_body, { role }) => role === 'admin',
      limits: [{ ...byUser('confirm-contact', 30, hour), failures: wrongCode }],
      input: { body: ConfirmContact },
      output: Profile,
      async handle({ body, viewer, session, language }) {
        await session.endOthers(await accounts.confirmContact(viewer, body, language));
        return accounts.profile(viewer);
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/users/profile/picture',
      who: 'user',
      upload: pictureUpload,
      limits: [{ name: 'picture', points: 20, seconds: 3_600, by: 'address' }],
      output: Profile,
      handle: ({ body, viewer }) => accounts.changePicture(viewer, body),
    }),
    defineRoute({
      method: 'delete',
      path: '/api/users/profile/picture',
      who: 'user',
      output: Profile,
      handle: ({ viewer }) => accounts.removePicture(viewer),
    }),
    defineRoute({
      method: 'get',
      path: `${picturePath}:key`,
      who: 'anyone',
      input: { params: z.object({ key: z.string().regex(pictureKey) }) },
      output: z.never(),
      async handle({ params }) {
        const picture = await accounts.picture(params.key);
        if (!picture) throw new AppError('not_found');
        return new FileAnswer(picture, { immutable: true });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/users/activity',
      who: 'user',
      input: { query: PageQuery },
      output: pageOf(Activity),
      async handle({ query, viewer, t }) {
        const found = await activitiesOf(db, viewer.id, query.page);
        const items = found.items.map((item) => ({ ...item, description: t(`activity:${item.activityType}`) }));
        return { ...found, items };
      },
    }),
  ];
}
