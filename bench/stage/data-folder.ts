import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@suyuan/server/platform/embedded-postgres/start.ts';
import { serverArguments } from '../../install.mjs';
import { startProcess, stopLater, stopProcess } from './started.ts';

export const adminPassword = 'bench-only-password';

/** A new empty folder for the data of a server. */
export async function emptyFolder(): Promise<string> {
  const folder = await newFolder();
  stopLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

let first: Promise<string> | undefined;

/** A folder with a migrated database. It is copied from one that is made once a run, which takes three times as long. */
export async function migratedFolder(): Promise<string> {
  first ??= firstFolder();
  const folder = await emptyFolder();
  await cp(await first, folder, { recursive: true });
  return folder;
}

async function firstFolder(): Promise<string> {
  const folder = await newFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const { child } = await startServer(folder, postgres.url);
  await stopProcess(child);
  await postgres.stop();
  return folder;
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'suyuan-bench-'));

/** Starts an embedded PostgreSQL on a folder; resolves to its URL. */
export async function startDatabase(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  stopLater(() => postgres.stop());
  return postgres.url;
}

/** Starts the real server on a database, and waits until it answers. */
export const startServer = (
  folder: string,
  database: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; url: string }> =>
  startProcess(serverArguments, /Address\s+(http\S+)/, {
    SUYUAN_PORT: '0',
    SUYUAN_DATA_DIR: folder,
    SUYUAN_DATABASE_URL: database,
    SUYUAN_ADMIN_PASSWORD: adminPassword,
    SUYUAN_RATE_LIMIT: 'off',
    SUYUAN_LOG_LEVEL: 'silent',
    SUYUAN_SAMPLE: 'off',
    ...settings,
  });
