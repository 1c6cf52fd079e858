import type { Secrets } from '#src/platform/secrets.ts';
import type { SignIn } from '#src/shared/viewer.ts';
import type { UserModel } from './models.ts';

/** By this a browser that has signed in is known later on, until the password is another one. */
export const markOf = (secrets: Secrets, { id, passwordHash }: Pick<UserModel, 'id' | 'passwordHash'>): string =>
  secrets.digest('browser mark', `${id} ${passwordHash}`).toString('base64url');

/** What begins a session of an account. */
export const signInOf = (secrets: Secrets, user: UserModel): SignIn => ({
  id: user.id,
  sessionVersion: user.sessionVersion,
  mark: markOf(secrets, user),
});
