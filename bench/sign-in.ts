import { createHmac, randomBytes } from 'node:crypto';
import { sessionCookie } from '#src/http/session.ts';
import { createLogger } from '#src/platform/logger.ts';
import { createRedis } from '#src/platform/redis.ts';
import { createSecrets } from '#src/platform/secrets.ts';
import type { Bench } from './measurement.ts';

const daySeconds = 24 * 60 * 60;

/** The Cookie header of each of `many` voters, who have just signed in: sessions as the web process writes them itself. */
export async function signIn({ env }: Bench, firstVoter: number, many: number): Promise<string[]> {
  const { sessionKey } = createSecrets(env.APP_SECRET);
  const redis = createRedis(env.REDIS_URL, createLogger('silent', 'bench'), { answerFast: true });
  const cookie = {
    originalMaxAge: daySeconds * 1000,
    expires: new Date(Date.now() + daySeconds * 1000),
    secure: false,
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
  };
  const cookies: string[] = [];
  while (cookies.length < many) {
    const batch = redis.pipeline();
    for (let left = Math.min(1_000, many - cookies.length); left > 0; left -= 1) {
      const id = randomBytes(24).toString('base64url');
      const session = { cookie, userId: firstVoter + cookies.length, sessionVersion: 1 };
      batch.set(`podium:session:${id}`, JSON.stringify(session), 'EX', daySeconds);
      const signature = createHmac('sha256', sessionKey).update(id).digest('base64').replace(/=+$/, '');
      cookies.push(`${sessionCookie({ secure: false })}=${encodeURIComponent(`s:${id}.${signature}`)}`);
    }
    await batch.exec();
  }
  await redis.quit();
  return cookies;
}
