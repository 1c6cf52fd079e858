import fs from 'node:fs';
import readline from 'node:readline';

export interface Journal {
  /** Notes a change; it is in the file a moment later. */
  note(kind: string, item: unknown): void;
  /** Resolves when everything noted is in the file. */
  close(): Promise<void>;
}

const moment = 100;

/**
 * Keeps books in a file: a line of JSON for every change, so that the effort of a change does not grow with the books.
 * At the start the file is read and written anew with the latest state of each item only.
 */
export async function openJournal(file: string, known: (kind: string, item: { id: string }) => void): Promise<Journal> {
  const latest = await readLatest(file);
  for (const line of latest.values()) {
    const [kind, item] = JSON.parse(line) as [string, { id: string }];
    known(kind, item);
  }
  writeAnew(file, latest.values());

  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) writing = writing.then(() => fs.promises.appendFile(file, lines.join('')));
    return writing;
  };
  return {
    note(kind, item) {
      waiting.push(`${JSON.stringify([kind, item])}\n`);
      timer ??= setTimeout(flush, moment);
    },
    close: flush,
  };
}

/** The last line of every item, in the order of the first ones. A line that a crash has cut off is left out. */
async function readLatest(file: string): Promise<Map<string, string>> {
  const latest = new Map<string, string>();
  if (!fs.existsSync(file)) return latest;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    try {
      const [kind, { id }] = JSON.parse(line) as [string, { id: string }];
      latest.set(`${kind} ${id}`, line);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return latest;
}

function writeAnew(file: string, lines: Iterable<string>): void {
  const fresh = `${file}.new`;
  const handle = fs.openSync(fresh, 'w', 0o600);
  for (const line of lines) fs.writeSync(handle, `${line}\n`);
  fs.closeSync(handle);
  fs.renameSync(fresh, file);
}
