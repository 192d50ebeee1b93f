import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireEmpty } from '#platform/backup/empty-database.ts';
import type { Header, Manifest } from '#platform/backup/manifest.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { namedLocation } from '#platform/backup/storage/configured-storage.ts';
import { verifyBackup } from '#platform/backup/verify-backup.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { type Database, requireVersion } from '#platform/database/database.ts';
import { runningEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { requireKnown } from '#platform/migrate/migrate.ts';
import { storeOf } from '#platform/pictures/pictures.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { keptMasterKey } from '#platform/secrets/master-key-file.ts';
import { linesOf, moveForward, type Restoration } from '#restores/restores.ts';
import { tables } from '#tables.ts';
import { verify as verifyRecords } from './audit-verify.ts';
import { withNewDatabase } from './command-database.ts';
import { interruption, readUntil } from './interruption.ts';
import { invocation } from './invocation.ts';
import { endProgress, printJson, reporting } from './report-progress.ts';
import { recogniseCodes } from './sample-codes.ts';
import { verify as verifyEvents } from './trace-verify.ts';

// `npm run restore -- --in FILE [--json]`: restores a backup, which may be `s3://bucket/key`, into an empty database. Everything that could be wrong with the file,
// the key or the database is found before anything is written.

/** Restores and verifies; false if what is restored is not as it should be. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      in: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (!values.in?.trim())
    throw new Error(`--in requires the file of the backup: ${invocation('restore', '--in FILE')}`);
  const config = readConfig(process.env);
  const signal = interruption();
  const [location, isJson] = [readUntil(signal, namedLocation(values.in, config)), values.json];
  const report = reporting(isJson);
  const start = performance.now();
  await requireNoServer(config);
  const masterKey = await keyOf(config);
  // A large file takes long to verify. That of the embedded database would have to be started, and is looked into later.
  if (config.databaseUrl) await withNewDatabase(config, ({ sql }) => requireEmpty(sql));
  const opened = (header: Header) => requireKey(header, masterKey, config);
  const { manifest } = await verifyBackup({ location, passphrase: config.backupPassphrase, report, opened });
  await requireKnown(manifest.migrations);
  return withNewDatabase(config, async (database) => {
    await requireVersion(database.sql);
    const { backupPassphrase: passphrase } = config;
    const parts = { ...database, tables, pictures: storeOf(config), location, passphrase, manifest, report };
    let restoration: Restoration | undefined;
    const beforeUse = async () => {
      signal.throwIfAborted();
      const backup = { file: location.name, made_at: manifest.made_at, version: manifest.version };
      restoration = await moveForward({ database, config, masterKey }, { cause: 'command', isCertain: true, backup });
    };
    await restoreBackup({ ...parts, beforeUse });
    endProgress(isJson);
    const seconds = (performance.now() - start) / 1000;
    tell(manifest, restoration ? linesOf(restoration) : [], { isJson, seconds });
    return verify(database, masterKey, manifest, isJson);
  });
}

async function requireNoServer({ databaseUrl, dataDir }: Config): Promise<void> {
  const isThere = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (databaseUrl === undefined && isThere && (await runningEmbeddedPostgres(dataDir)))
    throw new Error(`A server is running on ${dataDir}. A backup is restored into an empty database only.`);
}

async function keyOf({ masterKey, dataDir }: Config): Promise<MasterKey> {
  const key = masterKey ?? (await keptMasterKey(dataDir));
  if (key) return new MasterKey(key);
  throw new Error(
    `There is no master.key in ${dataDir}. It is not in the backup: copy it there from where it is kept, or set SUYUAN_MASTER_KEY. Nothing was changed.`,
  );
}

function requireKey(
  { master_key_mark, made_at }: Header,
  masterKey: MasterKey,
  { masterKey: inEnvironment }: Config,
): void {
  if (master_key_mark === null || master_key_mark === masterKey.mark) return;
  const place = inEnvironment ? 'SUYUAN_MASTER_KEY' : 'master.key';
  throw new Error(
    `${place} is not the key that the backup of ${made_at} is sealed under. If the key was rotated since, use the earlier one (master.key.until-…). Nothing was changed.`,
  );
}

function tell(
  manifest: Manifest,
  lines: readonly string[],
  { isJson, seconds }: { isJson: boolean; seconds: number },
): void {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  if (isJson) {
    printJson('restored', { made_at: manifest.made_at, rows, pictures: manifest.pictures.kept, moved: lines, seconds });
    return;
  }
  console.log(`Restored  the state of ${manifest.made_at}, in ${seconds.toFixed(1)} s`);
  console.log(
    `Contents  ${rows} rows of ${manifest.tables.length} tables, as many as in the manifest; ${manifest.pictures.kept} pictures`,
  );
  if (manifest.left_out.length > 0)
    console.log(`Left out  ${manifest.left_out.join(', ')}: of the earlier installation only`);
  for (const line of lines) console.log(line);
}

/** As `audit:verify` and `trace:verify`, and by codes that were issued before the backup. */
async function verify(
  database: Database,
  masterKey: MasterKey,
  { codes }: Manifest,
  isJson: boolean,
): Promise<boolean> {
  const codeCount = await recogniseCodes(database, masterKey, codes);
  if (!isJson) console.log(`Codes     ${codeCount} are printed and recognised as before`);
  const [records, events] = [
    await verifyRecords(database, masterKey, { isQuiet: isJson }),
    await verifyEvents(database, { isQuiet: isJson }),
  ];
  if (isJson) printJson('done', { codes: codeCount, audit: records, trace: events });
  return records && events;
}
