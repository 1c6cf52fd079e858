// `npm run create-admin -- --email a@b.c --username Name`: an admin for the database of DATABASE_URL.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { CreateUser } from '#modules/accounts/contract/admin.ts';
import { accountCommands } from '#modules/accounts/index.ts';
import { loadTexts } from '#src/i18n/server.ts';
import { createDb, type Db } from '#src/platform/db.ts';
import { AppError } from '#src/shared/errors.ts';
import { faultOf } from '#src/shared/faults.ts';

const usage = `Usage: npm run create-admin -- --email a@b.c --username Name
       npm run create-admin -- --email a@b.c --promote      makes an account that is there an admin

The password is asked for twice, or read from the standard input where that is no terminal.`;

/** What the operator can put right; anything else is a fault of ours. */
class Refusal extends Error {}

const { addUser, findAccount, promote } = accountCommands;
const t = (await loadTexts()).translator('en');
try {
  const asked = askedFor();
  const url = process.env.DATABASE_URL;
  if (!url) throw new Refusal('DATABASE_URL is missing.');
  await requireDatabase(url);
  const db = createDb(url, 1);
  try {
    console.log(await (asked.promote ? promoteAccount(db, asked.email) : createAccount(db, asked)));
  } finally {
    await db.destroy();
  }
} catch (error) {
  const told = toldOf(error);
  if (told === undefined) throw error;
  console.error(told);
  process.exitCode = 1;
}

/** Before anything is asked for. */
async function requireDatabase(url: string): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  } catch (error) {
    throw new Refusal(`The database cannot be reached: ${(error as Error).message}`);
  }
}

/** The arguments; the address is checked first, so that nobody types a password for nothing. */
function askedFor(): { email: string; username: string; promote: boolean } {
  let values: { email?: string; username?: string; promote?: boolean };
  try {
    const options = { email: { type: 'string' }, username: { type: 'string' }, promote: { type: 'boolean' } } as const;
    values = parseArgs({ options }).values;
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${usage}`);
  }
  const { promote = false } = values;
  if (values.email === undefined || (values.username === undefined && !promote)) throw new Refusal(usage);
  const email = checked('email', CreateUser.shape.email, values.email);
  const username = promote ? '' : checked('username', CreateUser.shape.username, values.username);
  return { email, username, promote };
}

/** A value as the product takes it. */
function checked(name: string, schema: (typeof CreateUser.shape)['email' | 'username' | 'password'], value: unknown) {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(
    `--${name}: ${t(`errors:field.${issue ? faultOf(issue) : 'invalid'}`)}`.replace('--password', 'Password'),
  );
}

async function createAccount(db: Db, { email, username }: { email: string; username: string }): Promise<string> {
  const found = await findAccount(db, email);
  if (found) {
    const advice = found.role === 'admin' ? 'It is an admin already.' : 'With --promote it becomes an admin.';
    throw new Refusal(`${email} has an account: ${found.username}, number ${found.id}. ${advice}`);
  }
  const password = checked('password', CreateUser.shape.password, await newPassword());
  const id = await addUser(db, { username, email, password, role: 'admin', actor: null });
  return `${username} is an admin now, with the number ${id}. Log in with ${email}.`;
}

async function promoteAccount(db: Db, email: string): Promise<string> {
  const found = await findAccount(db, email);
  if (!found) throw new Refusal(`${email} has no account. Without --promote, one is created.`);
  if (found.suspended) throw new Refusal(`${found.username}, number ${found.id}, is suspended.`);
  if (found.role === 'admin') return `${found.username}, number ${found.id}, is an admin already.`;
  await promote(db, found.id);
  return `${found.username}, number ${found.id}, is an admin now. The password stays as it is.`;
}

/** The password, twice on a terminal and never shown there; else what comes in, without the end of its line. */
async function newPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const closed = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => reject(new Refusal('\nNothing was changed.'))),
  );
  closed.catch(() => {}); // closed after both answers
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await Promise.race([terminal.question(''), closed]);
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('Password (8 characters or more): ');
    checked('password', CreateUser.shape.password, password);
    if ((await ask('The same again: ')) !== password) throw new Refusal('These are not the same.');
    return password;
  } finally {
    terminal.close();
  }
}

/** What to tell of an error; undefined where it is a fault of ours. */
function toldOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  if (error instanceof AppError) return t(`errors:${error.code}`);
  const { code } = ((error as { nativeError?: object }).nativeError ?? error) as { code?: string };
  if (code === '42P01' || code === '42703' || code === '3F000')
    return 'The schema is missing: run npm run migrate first.';
  return undefined;
}
