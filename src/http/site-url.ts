/**
 * A place on this site as a whole address, for redirects. Built from PUBLIC_URL alone: what a path says of hosts
 * ('//elsewhere', 'http://elsewhere/') stays a path here.
 */
export function siteUrl(publicUrl: string, path: string): string {
  const { origin } = new URL(publicUrl);
  const given = URL.canParse(path) ? new URL(path) : undefined;
  return `${origin}/${(given ? given.pathname + given.search : path).replace(/^[/\\]+/, '')}`;
}
