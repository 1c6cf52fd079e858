import { type Argon2Parameters, argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

const argon2 = promisify(argon2Callback) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;
const cost = { memory: 19_456, passes: 2, parallelism: 1 }; // OWASP's first choice: 19 MiB, t=2, p=1

// Each run takes 19 MiB and a thread: more at once would only take memory from everybody else.
const atOnce = pLimit(2);

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The argon2id hash of a password as a PHC string. Passwords are compared in Unicode's composed form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost, 32);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** Whether a password is the one of a PHC string. Where there is none, takes as long and is false. */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? (await nobodys)) ?? [];
  if (!salt || !hash) throw new Error('a stored password hash is not an argon2id PHC string');
  const expected = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), parameters, expected.length);
  return timingSafeEqual(actual, expected) && phc !== undefined;
}

function derive(password: string, salt: Buffer, parameters: typeof cost, tagLength: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  return atOnce(() => argon2('argon2id', { message, nonce: salt, tagLength, ...parameters }));
}

/** The hash that a login with an unknown address is compared with. */
const nobodys = hashPassword(randomBytes(16).toString('hex'));
