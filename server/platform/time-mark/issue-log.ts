import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A row of a table as it was written, or another one that it refers to. */
export interface LoggedRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A line: something that was handed to the world. */
export interface Issue {
  readonly id: string;
  readonly at: string;
  /** What was issued, and what it needs. */
  readonly rows: readonly LoggedRow[];
}

/** A line that says what became of the transaction of another. */
type Outcome = { readonly kept: string } | { readonly dropped: string };

const ending = '.log';

/**
 * An append-only file outside of the database for what was issued (write-ahead), in one or more folders. A line is durable in
 * all of them before the database commits what it says.
 */
export class IssueLog {
  readonly #files: readonly FileHandle[];
  #waiting: string[] = [];
  /** The write under way, and the one that follows it. */
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(files: readonly FileHandle[]) {
    this.#files = files;
  }

  /** Opens the log of a server in each of the folders, which are made if necessary. */
  static async open(folders: readonly string[], writer: string): Promise<IssueLog> {
    return new IssueLog(await Promise.all(folders.map((folder) => openFile(folder, `${writer}${ending}`))));
  }

  /** Writes a line durably; resolves to its id. */
  async append(rows: readonly LoggedRow[]): Promise<string> {
    const id = randomUUID();
    this.#waiting.push(lineOf({ id, at: new Date().toISOString(), rows }));
    await this.#flushed();
    return id;
  }

  /** Says what became of the transaction of a line. Written at once, and durable with the next line. */
  async settle(outcome: Outcome): Promise<void> {
    await inParallel(this.#files, (file) => file.appendFile(ofItsOwn(lineOf(outcome))));
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await inParallel(this.#files, (file) => file.close());
  }

  /** Lines that come while others are written share the next write (group commit). */
  #flushed(): Promise<void> {
    this.#next ??= this.#write();
    return this.#next;
  }

  async #write(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    const lines = this.#waiting.join('');
    this.#waiting = [];
    this.#next = undefined;
    this.#writing = inParallel(this.#files, async (file) => {
      await file.appendFile(ofItsOwn(lines));
      await file.datasync();
    });
    return this.#writing;
  }
}

const inParallel = async (files: readonly FileHandle[], work: (file: FileHandle) => Promise<void>): Promise<void> =>
  void (await Promise.all(files.map(work)));

async function openFile(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, name), 'a+', 0o600);
  const { size } = await file.stat();
  // A crash may have left half of a line, which was not acknowledged.
  const last = size > 0 ? (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer : undefined;
  if (last && last[0] !== 10) await file.appendFile('\n');
  const directory = await open(folder, 'r');
  await directory.sync().finally(() => directory.close());
  return file;
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** Behind half of a line, which a write has left that found the disk full. */
const ofItsOwn = (lines: string): string => `\n${lines}`;

/** The issues whose transactions were rolled back, by the logs of some folders. */
export async function droppedIn(folders: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const line of linesIn(folders)) if ('dropped' in line) ids.add(line.dropped);
  return ids;
}

/** The issues of a table in the logs of some folders. One that is logged in several of them comes several times. */
export async function* issuesIn(folders: readonly string[], table: string): AsyncGenerator<Issue> {
  for await (const line of linesIn(folders)) {
    if ('rows' in line && line.rows[0]?.table === table) yield line;
  }
}

/** How many bytes at the end of a log are read to find the last issues. */
const tail = 4 * 2 ** 20;

/** The last issue of each table that is known to have been committed, near the ends of the logs. */
export async function lastKept(folders: readonly string[]): Promise<Issue[]> {
  const issues = new Map<string, Issue>();
  const last = new Map<string, Issue>();
  for await (const line of linesIn(folders, tail)) {
    if ('rows' in line) issues.set(line.id, line);
    if (!('kept' in line)) continue;
    const issue = issues.get(line.kept);
    issues.delete(line.kept);
    const table = issue?.rows[0]?.table ?? '';
    if (issue && (last.get(table)?.at ?? '') < issue.at) last.set(table, issue);
  }
  return [...last.values()];
}

async function* linesIn(folders: readonly string[], bytes = Number.POSITIVE_INFINITY): AsyncGenerator<Issue | Outcome> {
  for (const path of await logsIn(folders)) {
    const start = Math.max(0, (await stat(path)).size - bytes);
    const input = createReadStream(path, { start });
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const entry = readLine(line);
      if (entry) yield entry;
    }
  }
}

async function logsIn(folders: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(folder).catch(() => []);
      return files.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
    }),
  );
  return names.flat();
}

/** Half a line, which a crash or a full disk left, says nothing. */
function readLine(line: string): Issue | Outcome | undefined {
  try {
    return JSON.parse(line) as Issue | Outcome;
  } catch {
    return undefined;
  }
}
