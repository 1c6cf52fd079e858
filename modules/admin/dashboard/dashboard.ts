import type { Accounts } from '#modules/accounts/contract/index.ts';
import type { Analytics } from '#modules/analytics/contract/index.ts';
import type { Payments } from '#modules/payments/contract/index.ts';
import type { Site } from '#modules/site/contract/index.ts';
import type { Voting, VotingPages } from '#modules/voting/contract/index.ts';
import type { Db } from '#src/platform/db.ts';
import type { Live } from '#src/platform/live.ts';
import type { Admin, AdminStats, LiveResults } from '../contract/index.ts';

interface Dependencies {
  live: Live;
  db: Db;
  accounts: Pick<Accounts, 'registrations'>;
  analytics: Pick<Analytics, 'pageViews'>;
  payments: Pick<Payments, 'byCurrency'>;
  site: Pick<Site, 'stats'>;
  voting: Pick<Voting, 'figures'> & Pick<VotingPages, 'results'>;
}

/** The figures are counted at most this often, however many look. */
const keptMs = 2_000;
const tickMs = 1_000;
/**
 * Looks that follow a hint. Results and figures are recounted in the background and may be two seconds old: after this
 * many, what the hint was about has been seen.
 */
const looksAfterHint = 5;
/** Looks without a hint: hints may be lost, and registrations give none. */
const lookAnywayEvery = 15;

/** What the whole site comes to, as it moves. */
export function createDashboard(dependencies: Dependencies): Pick<Admin, 'stats' | 'watch'> {
  const { db, live, accounts, analytics, payments, site, voting } = dependencies;

  const count = async (): Promise<AdminStats> => {
    const [figures, registrations, byCurrency, pageViews] = await Promise.all([
      voting.figures(db),
      accounts.registrations(db),
      payments.byCurrency(db),
      analytics.pageViews(db),
    ]);
    const { total: totalUsers, days } = registrations;
    return { ...figures, totalUsers, registrations: days, byCurrency, pageViews };
  };
  let kept: { at: number; stats: Promise<AdminStats> } | undefined;
  const stats = (): Promise<AdminStats> => {
    if (kept && performance.now() - kept.at < keptMs) return kept.stats;
    const counted = { at: performance.now(), stats: count() };
    kept = counted;
    counted.stats.catch(() => {
      if (kept === counted) kept = undefined; // the next ask tries again
    });
    return counted.stats;
  };

  return {
    stats,

    async watch(admin, topicId) {
      const look = async (): Promise<[event: string, data: unknown][]> => {
        const [figures, standing] = await Promise.all([stats(), topicId === undefined ? null : standingOf(topicId)]);
        return [['stats', figures], ...(standing ? [['results', standing] as [string, unknown]] : [])];
      };
      const standingOf = async (id: number): Promise<LiveResults> => {
        const [results, topicStats] = await Promise.all([voting.results(id, admin), site.stats(id, admin)]);
        return { topicId: id, results, stats: topicStats };
      };
      await look(); // a topic that is not there is refused while it still can be

      return (send) => {
        const sent = new Map<string, string>();
        let looks = 1;
        let ticks = 0;
        let looking = false;
        const tick = async () => {
          ticks += 1;
          if (ticks % lookAnywayEvery === 0) looks = Math.max(looks, 1);
          if (looks === 0 || looking) return;
          looks -= 1;
          looking = true;
          try {
            for (const [event, data] of await look()) {
              const text = JSON.stringify(data);
              if (sent.get(event) === text) continue;
              sent.set(event, text);
              send(event, data);
            }
          } catch {
            looks = Math.max(looks, 1); // the database is away: once more, at the next tick
          }
          looking = false;
        };
        const deaf = live.listen(() => {
          looks = looksAfterHint;
        });
        const timer = setInterval(() => void tick(), tickMs);
        void tick();
        return () => {
          clearInterval(timer);
          deaf();
        };
      };
    },
  };
}
