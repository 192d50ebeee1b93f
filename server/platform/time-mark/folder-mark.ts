import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a server writes beside the database each minute, to know later whether the database remembers it. */
export interface FolderMark {
  readonly installation: string;
  readonly epoch: string;
  /** The mark of the master key, by which a folder is recognised for a database that has no mark yet. */
  readonly key: string;
  readonly tick: number;
  readonly at: string;
  /** The server had ended in order. */
  readonly isStopped: boolean;
}

/** The folder of an installation within a data folder, or within another place for such files. */
export const issuedFolder = (place: string, installation: string): string => join(place, 'issued', installation);

/** Replaces the mark durably by a new file; resolves to when that was created, if the file system knows. */
export async function writeFolderMark(folder: string, writer: string, mark: FolderMark): Promise<number | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = pathOf(folder, writer);
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(mark)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return bornAt(path);
}

/** The mark of a server, and when its file was created; undefined if there is none, or it is not readable as one. */
export async function readFolderMark(
  folder: string,
  writer: string,
): Promise<(FolderMark & { readonly bornAt: number | null }) | undefined> {
  const path = pathOf(folder, writer);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === '') return undefined;
  try {
    return { ...(JSON.parse(text) as FolderMark), bornAt: await bornAt(path) };
  } catch {
    return undefined;
  }
}

/** The installation that a place has marks of, made under one of these master keys. */
export async function knownInstallation(place: string, keys: readonly string[]): Promise<string | undefined> {
  const installations = await readdir(join(place, 'issued')).catch(() => []);
  for (const installation of installations) {
    const folder = issuedFolder(place, installation);
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending));
    for (const name of files) {
      const mark = await readFolderMark(folder, name.slice(0, -ending.length));
      if (mark && mark.installation === installation && keys.includes(mark.key)) return installation;
    }
  }
  return undefined;
}

const ending = '.mark';
const pathOf = (folder: string, writer: string): string => join(folder, `${writer}${ending}`);

/** In whole milliseconds; file systems that do not keep it answer 0. */
async function bornAt(path: string): Promise<number | null> {
  const { birthtimeMs } = await stat(path);
  return birthtimeMs > 0 ? Math.round(birthtimeMs) : null;
}
