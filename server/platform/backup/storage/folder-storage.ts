import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BackupStorage, type Draft, isScheduledName, type Location, outdated } from './storage.ts';

/** Keeps backups as files of a folder. It must be there: if a disk is not mounted, it is not to be taken for an empty one. */
export function folderStorage(folder: string): BackupStorage {
  return {
    location: (name) => fileLocation(join(folder, name)),
    async prune(kept, running) {
      const names = await readdir(folder);
      const left = names.filter((name) => {
        const whole = draftOf(name)?.whole;
        return whole !== undefined && isScheduledName(whole) && !running.has(join(folder, whole));
      });
      for (const name of [...outdated(names, kept), ...left]) await rm(join(folder, name), { force: true });
    },
  };
}

/** A backup in a file, by its absolute path. */
export function fileLocation(path: string): Location {
  return {
    name: path,
    async create() {
      if (await stat(path).catch(() => undefined)) throw new Error(`${path} is there already: name another file.`);
      await removeDead(path).catch(() => {});
      const draft = `${path}.unfinished-${hostname()}-${process.pid}`;
      const file = await open(draft, 'wx', 0o600).catch((error) => {
        throw unwritable(path, error);
      });
      return new FileDraft(path, draft, file);
    },
    async size() {
      const { size } = await stat(path).catch((error) => {
        throw unreadable(path, error);
      });
      return size;
    },
    async *read() {
      const file = await open(path, 'r').catch((error) => {
        throw unreadable(path, error);
      });
      yield* createReadStream(path, { fd: file, highWaterMark: 1024 * 1024 });
    },
  };
}

class FileDraft implements Draft {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: FileHandle;

  constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path;
    this.#draft = draft;
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
    } catch (cause) {
      throw unwritable(this.#path, cause as Error);
    }
  }

  async complete(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#draft, this.#path);
    await syncFolder(dirname(this.#path));
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
    await rm(this.#draft, { force: true });
  }
}

const unwritable = (path: string, cause: Error): Error =>
  new Error(`The backup cannot be written to ${path}: ${cause.message}`, { cause });

const unreadable = (path: string, cause: Error): Error =>
  new Error(`The backup ${path} cannot be read: ${cause.message}`, { cause });

/** Of which backup a file is a draft, and whose. */
function draftOf(name: string): { whole: string; host: string; pid: number } | undefined {
  const [, whole, host, pid] = /^(.+)\.unfinished-(?:(.+)-)?(\d+)$/.exec(name) ?? [];
  return whole === undefined ? undefined : { whole, host: host ?? '', pid: Number(pid) };
}

/** Removes drafts of the same backup whose process of this machine was killed. */
async function removeDead(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const draft = draftOf(name);
    if (draft?.whole === basename(path) && draft.host === hostname() && !isAlive(draft.pid))
      await rm(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Makes the name of a file durable; Windows does that by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
