import type { RequestHandler } from 'express';
import { AppError } from '../shared/errors.ts';
import type { RenderPage } from './kept-pages.ts';
import { jsonAddress, personalPage } from './page-request.ts';

/** After this one may look again. */
const retrySeconds = 300;

/** Pages that answer all the same: the way in for admins, and the way out of marketing (decision 9). */
const spared = /^\/(login|unsubscribe)(\/|$|\.pageContext\.json$)/;

/** Whether maintenance mode is on; where nobody can tell, it is not. */
export type InMaintenance = () => Promise<boolean>;

export const inMaintenance =
  (isOn: () => Promise<boolean>): InMaintenance =>
  () =>
    isOn().catch(() => false);

/** Refuses a call during maintenance, unless an admin makes it or its route is spared by its declaration. */
export async function requireService(isOn: InMaintenance, caller: { role: string } | null): Promise<void> {
  if (caller?.role !== 'admin' && (await isOn())) throw new AppError('maintenance', { retryAfter: retrySeconds });
}

/** During maintenance, shows everybody but admins the page that says so, in the place of any other. */
export function orMaintenancePage(isOn: InMaintenance, render: RenderPage): RequestHandler {
  return async (req, res, next) => {
    if (req.user?.role === 'admin' || spared.test(req.path) || !(await isOn())) return next();
    // The browser then asks for the page as a whole, and gets the one below.
    if (jsonAddress.test(req.path)) throw new AppError('maintenance', { retryAfter: retrySeconds });
    const { headers, body } = await render({ ...personalPage(req), url: '/maintenance' });
    res.writeHead(503, { ...headers, 'Cache-Control': 'no-store', 'Retry-After': String(retrySeconds) });
    res.end(body);
  };
}
