import { createHmac, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { sessionCookie } from '#src/http/session.ts';
import type { Secrets } from '#src/platform/secrets.ts';

/**
 * Puts a session into the store, as a login would, and gives the Cookie header of its browser. The password was given
 * `passwordAgeMinutes` ago; null: never.
 */
export async function sessionOf(
  { redis, secrets, prefix }: { redis: Redis; secrets: Secrets; prefix: string },
  userId: number,
  sessionVersion = 1,
  passwordAgeMinutes: number | null = 0,
): Promise<string> {
  const sessionId = randomUUID();
  const cookie = { originalMaxAge: 86_400_000, httpOnly: true, path: '/' };
  const passwordAt = passwordAgeMinutes === null ? undefined : Date.now() - passwordAgeMinutes * 60_000;
  const session = { userId, sessionVersion, passwordAt, cookie };
  await redis.set(`${prefix}session:${sessionId}`, JSON.stringify(session), 'EX', 86_400);
  const signature = createHmac('sha256', secrets.sessionKey).update(sessionId).digest('base64').replace(/=+$/, '');
  return `${sessionCookie({ secure: false })}=${encodeURIComponent(`s:${sessionId}.${signature}`)}`;
}
