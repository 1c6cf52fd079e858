import type { Broadcasts } from '#modules/broadcasts/contract/index.ts';
import { sendChunk } from '#modules/broadcasts/jobs.ts';
import type { Db } from '#src/platform/db.ts';
import { createUser } from '#tests/factories/users.ts';
import { caller, type TestSite } from './site.ts';

/** Does what the worker would do for every chunk of a broadcast that waits. */
export async function workThroughBroadcasts(db: Db, broadcasts: Pick<Broadcasts, 'sendChunk'>): Promise<void> {
  for (;;) {
    const job = await db('platform.outbox').where({ job: sendChunk.name }).whereNull('done_at').orderBy('id').first();
    if (!job) return;
    await broadcasts.sendChunk(job.payload.broadcastId, job.payload.chunk);
    await db('platform.outbox').where({ id: job.id }).update({ done_at: db.fn.now() });
  }
}

export const letter = { subject: 'A new season', message: 'The season begins.' };

/** The counts of a broadcast to nobody. */
export const none = {
  recipients: 0,
  waiting: 0,
  sent: 0,
  overLimit: 0,
  withoutConsent: 0,
  suspended: 0,
  failed: 0,
  stopped: 0,
};

/** An admin who sends broadcasts on a site, and what becomes of them. */
export async function broadcastDesk(site: TestSite) {
  const { app, db, mails } = site;
  const admin = await createUser(db, { role: 'admin' });
  const api = caller(app, { cookie: await site.cookieOf(admin) });
  const one = async (id: number) => (await api.get(`/api/admin/broadcasts/${id}`).expect(200)).body;
  let letters = 0;
  return {
    admin,
    api,
    one,
    work: () => workThroughBroadcasts(db, site.modules.broadcasts),
    send: (recipients: 'all' | string[], extra: object = {}) =>
      api.post('/api/admin/broadcast-email', { ...letter, recipients, ...extra }),
    countsOf: async (id: number) => (await one(id)).counts,
    mailsTo: (address: string) => mails.filter(({ to }) => to === address),
    /** Different texts, so that a broadcast is not taken for a repetition. */
    anotherLetter() {
      letters += 1;
      return { subject: `Letter ${letters}`, message: 'Something else.' };
    },
    auditOf: (action: string, id: number) =>
      db('platform.audit').where({ action, subject_kind: 'broadcast', subject_id: String(id) }),
  };
}
