import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, makeDataDir } from '../config/config.ts';
import { parseKey } from '../config/setting-values.ts';

const pathOf = (dataDir: string): string => join(dataDir, 'master.key');
/** A key that is about to take the place of the one in use. */
const nextPathOf = (dataDir: string): string => join(dataDir, 'master.key.next');

/**
 * The 32 bytes that seal the secrets in the database: from the environment, else from `master.key` in the data folder,
 * which is made on the first start; only `npm run key:rotate` replaces it.
 */
export async function loadMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>): Promise<Buffer> {
  if (config.masterKey) return config.masterKey;
  await makeDataDir(config.dataDir);
  const path = pathOf(config.dataDir);
  const key = (await readKey(path)) ?? (await createKey(config.dataDir));
  if (!key) throw new Error(`The master key could not be written to ${path}.`);
  return key;
}

/** The key in the data folder; undefined when there is none. */
export const keptMasterKey = (dataDir: string): Promise<Buffer | undefined> => readKey(pathOf(dataDir));

/** The key that was to replace it; undefined when none was begun with, or it has. */
export const nextMasterKey = (dataDir: string): Promise<Buffer | undefined> => readKey(nextPathOf(dataDir));

/** Writes the key that is to replace the one in use, in place of one that was never used. */
export async function writeNextMasterKey(dataDir: string, key: Uint8Array): Promise<void> {
  await rm(nextPathOf(dataDir), { force: true });
  await writeKey(nextPathOf(dataDir), key);
  await sync(dataDir);
}

/** The next key becomes the key. Answers where the old one, which opens old backups, is kept. */
export async function replaceMasterKey(dataDir: string): Promise<string> {
  const old = `${pathOf(dataDir)}.until-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await link(pathOf(dataDir), old);
  await rename(nextPathOf(dataDir), pathOf(dataDir));
  await sync(dataDir);
  return old;
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseKey(text.trim());
  if (!key) throw new Error(`${path} is damaged: it must hold 64 hexadecimal characters. Restore it from a backup.`);
  return key;
}

/** Complete or absent: written beside its place, then linked there unless another server was faster. */
async function createKey(dataDir: string): Promise<Buffer | undefined> {
  const path = pathOf(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeKey(draft, randomBytes(32));
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readKey(path);
}

/** Durable, and for the owner only. */
async function writeKey(path: string, key: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${Buffer.from(key).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder durable; Windows, which cannot, keeps them by itself. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
