/** This site's own routes, as far as somebody may be sent back to them. */
const routes = [
  /^\/$/,
  /^\/profile$/,
  /^\/admin(\/[a-z]+)?$/,
  /^\/vote\/\d+$/,
  /^\/results(\/\d+(\/recount)?)?$/,
  /^\/topics(\/[a-z]+)?$/,
  /^\/(how-it-works|about|help|privacy-policy|terms-of-service|cookies-policy)$/,
];

/**
 * Where to go after a login. A `returnTo` counts only if it is, once normalised, a path of one of this site's routes
 * (decision 1); everything else means home.
 */
export function safeReturnTo(returnTo: unknown): string {
  const site = 'http://site.invalid';
  if (typeof returnTo !== 'string' || !URL.canParse(returnTo, site)) return '/';
  const url = new URL(returnTo, site);
  if (url.origin !== site || !routes.some((route) => route.test(url.pathname))) return '/';
  return url.pathname + url.search;
}

/** The login page's address that leads back to where somebody is. */
export function loginPath(from: string): string {
  const back = safeReturnTo(from);
  return back === '/' ? '/login' : `/login?returnTo=${encodeURIComponent(back)}`;
}

/** Where somebody goes who has just registered, and means to go nowhere else (specification 2, section 2.3). */
export function newProfilePath(email: string): string {
  return `/profile?${new URLSearchParams({ authenticated: 'true', email, newUser: 'true' })}`;
}
