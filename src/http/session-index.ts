import type { Redis } from 'ioredis';

/** A session of somebody, as that person sees it. */
export interface ListedSession {
  /** Names the session without being its key. */
  id: string;
  current: boolean;
  startedAt: string;
  /** What the browser said of itself when it signed in. */
  userAgent: string;
}

interface Noted {
  startedAt: string;
  userAgent: string;
}

const keptSeconds = 30 * 24 * 60 * 60;

/** Which sessions somebody has, beside the sessions themselves: Redis has both, and loses both together. */
export function createSessionIndex(redis: Redis, prefix: string, digest: (sid: string) => string) {
  const keyOf = (userId: number) => `${prefix}sessions-of:${userId}`;
  const sessionKey = (sid: string) => `${prefix}session:${sid}`;

  /** The sessions that still live, by their real ids; what has ended is forgotten. */
  const living = async (userId: number): Promise<[sid: string, noted: Noted][]> => {
    const noted = Object.entries(await redis.hgetall(keyOf(userId)));
    if (noted.length === 0) return [];
    const alive = await Promise.all(noted.map(([sid]) => redis.exists(sessionKey(sid))));
    const ended = noted.filter((_, index) => !alive[index]).map(([sid]) => sid);
    if (ended.length > 0) await redis.hdel(keyOf(userId), ...ended);
    return noted.filter((_, index) => alive[index]).map(([sid, text]) => [sid, JSON.parse(text) as Noted]);
  };
  const end = async (userId: number, sids: string[]): Promise<void> => {
    if (sids.length === 0) return;
    await redis.del(...sids.map(sessionKey));
    await redis.hdel(keyOf(userId), ...sids);
  };

  return {
    async add(userId: number, sid: string, userAgent: string): Promise<void> {
      const noted: Noted = { startedAt: new Date().toISOString(), userAgent: userAgent.slice(0, 300) };
      await redis.hset(keyOf(userId), sid, JSON.stringify(noted));
      await redis.expire(keyOf(userId), keptSeconds);
    },

    /** Newest first. */
    async list(userId: number, currentSid: string): Promise<ListedSession[]> {
      const sessions = await living(userId);
      return sessions
        .map(([sid, noted]) => ({ id: digest(sid), current: sid === currentSid, ...noted }))
        .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    },

    /** Ends one of somebody's sessions; false where that person has none of this id. */
    async end(userId: number, id: string): Promise<boolean> {
      const found = (await living(userId)).filter(([sid]) => digest(sid) === id).map(([sid]) => sid);
      await end(userId, found);
      return found.length > 0;
    },

    /** Ends somebody's sessions, and forgets what the browsers said of themselves. */
    async endAll(userId: number, { except }: { except?: string } = {}): Promise<void> {
      const sids = Object.keys(await redis.hgetall(keyOf(userId)));
      await end(
        userId,
        sids.filter((sid) => sid !== except),
      );
    },
  };
}

export type SessionIndex = ReturnType<typeof createSessionIndex>;
