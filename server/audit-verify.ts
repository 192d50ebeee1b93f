import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Verdict, verifyAudit } from './platform/audit-verify.ts';
import { type Config, loadMasterKey, readConfig } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { MasterKey } from './platform/master-key.ts';

// `npm run audit:verify [-- <hash>]`: whether the record of changes is as it was written. Exit code 1 when it is not.

const words: Readonly<Record<Verdict['problems'][number]['kind'], string>> = {
  changed: 'was changed after it was written',
  missing: 'was removed',
  inserted: 'was put in, or does not follow the one before',
  'cut off': 'should be the last one: the end was cut off or added to',
};

try {
  const [noted] = process.argv.slice(2);
  const config = readConfig(process.env);
  const masterKey = await keptMasterKey(config);
  const verdict = await withDatabase(config, ({ db }) => verifyAudit(db, masterKey, noted));
  print(verdict);
  process.exitCode = verdict.problems.length > 0 || verdict.holdsNoted === false ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The key the records were written under: a new one, as a first start makes it, would fit none of them. */
async function keptMasterKey(config: Config): Promise<MasterKey> {
  const kept = config.masterKey || (await isThere(join(config.dataDir, 'master.key')));
  if (!kept) {
    throw new Error(`There is no master.key in ${config.dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_MASTER_KEY.`);
  }
  return new MasterKey(await loadMasterKey(config));
}

/** The database of the settings: an external one, that of the running server, or the embedded one started for this. */
async function withDatabase<Result>(config: Config, work: (database: Database) => Promise<Result>): Promise<Result> {
  const there = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataDir));
  if (there) return used(there, work);
  if (!(await isThere(join(config.dataDir, 'postgres')))) {
    throw new Error(`There is no database in ${config.dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_DATABASE_URL.`);
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.error });
  try {
    return await used(embedded.url, work);
  } finally {
    await embedded.stop();
  }
}

async function used<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(url, 1);
  try {
    const [row] = await database.sql<{ log: string | null }[]>`select to_regclass('audit_log')::text as log`;
    if (!row?.log) throw new Error('The database holds no audit log: no server of this version was started on it yet.');
    return await work(database);
  } finally {
    await database.close();
  }
}

function print({ records, head, holdsNoted, problems }: Verdict): void {
  console.log(`Records  ${records}`);
  console.log(`Head     ${head || '(empty)'}`);
  if (holdsNoted !== undefined) console.log(`Noted    ${holdsNoted ? 'is in the chain' : 'IS NOT in the chain'}`);
  for (const { id, kind } of problems) console.log(`Record ${id} ${words[kind]}.`);
  console.log(problems.length === 0 ? 'Every record is as it was written.' : 'The audit log was tampered with.');
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
