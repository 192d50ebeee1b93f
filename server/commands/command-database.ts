import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { keptMasterKey } from '#platform/secrets/master-key-file.ts';

// Databases for commands that an administrator runs, with or without a running server.

/** Works on the configured database: an external one, that of the running server, or the embedded one, started for this. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
  connections = 1,
): Promise<Result> {
  const there = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir));
  return there ? used(there, work, connections) : withStoppedDatabase(config, work, connections);
}

/** The same, but throws while a server is using the data folder. */
export async function withStoppedDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
  connections = 1,
): Promise<Result> {
  if (config.databaseUrl) return used(config.databaseUrl, work, connections);
  if (!(await isThere(join(config.dataDir, 'postgres')))) {
    throw new Error(`There is no database in ${config.dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_DATABASE_URL.`);
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.error });
  try {
    return await used(embedded.url, work, connections);
  } finally {
    await embedded.stop();
  }
}

async function used<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
  connections: number,
): Promise<Result> {
  const database = openDatabase(url, connections, { command: true });
  try {
    const [row] = await database.sql<{ table: string | null }[]>`select to_regclass('master_key')::text as table`;
    if (!row?.table) throw new Error('No server of this version has been started on this database yet.');
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Works on a database that nothing has to be in yet, and that no server uses: an external one, or the embedded one, made for this. */
export async function withNewDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.error });
  const database = openDatabase(embedded?.url ?? (config.databaseUrl as string), 1, { command: true });
  try {
    return await work(database);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Waits for the outcome of a command to be kept. A database that may only be read, as a standby, keeps none. */
export async function kept(keeping: Promise<void>): Promise<void> {
  await keeping.catch((error: Error) => console.error(`The outcome is not kept in the database: ${error.message}`));
}

/** The existing master key. Unlike a first start this never makes a new one, since that would not match the records. */
export async function masterKeyOf({ masterKey, dataDir }: Config): Promise<MasterKey> {
  const key = masterKey ?? (await keptMasterKey(dataDir));
  if (!key) throw new Error(`There is no master.key in ${dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_MASTER_KEY.`);
  return new MasterKey(key);
}
