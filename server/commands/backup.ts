import { parseArgs } from 'node:util';
import { keepBackup } from '#platform/backup/made-backups.ts';
import { namedLocation } from '#platform/backup/storage/configured-storage.ts';
import type { Location } from '#platform/backup/storage/storage.ts';
import { type Taken, writeBackup } from '#platform/backup/write-backup.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { storeOf } from '#platform/pictures/pictures.ts';
import { requireMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { tables } from '#tables.ts';
import { takeCaptureLock } from '#trace/capture/capture.ts';
import { kept, masterKeyOf, withDatabase } from './command-database.ts';
import { interruption } from './interruption.ts';
import { invocation } from './invocation.ts';
import { endProgress, inBytes, printJson, reporting } from './report-progress.ts';
import { chooseCodes } from './sample-codes.ts';

// `npm run backup -- --out FILE [--json]`: backs up the database and the pictures, whether the server runs or not. FILE may be
// `s3://bucket/key`. A server that backs up by itself adds `--scheduled`, and keeps the outcome.

/** Milliseconds for removing what was written, before it ends though the database still works on its last statement. */
const patience = 3000;

/** Writes the backup, and prints what is in it. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      scheduled: { type: 'boolean', default: false },
    },
  });
  if (!values.out?.trim())
    throw new Error(`--out requires the name of the file to write: ${invocation('backup', '--out FILE')}`);
  const config = readConfig(process.env);
  const location = namedLocation(values.out, config);
  const start = performance.now();
  const beganAt = new Date();
  const backup = await withDatabase(
    config,
    async (database) => {
      const result = await take(database, config, location, values.json);
      if (!values.scheduled) await kept(keepBackup(database.sql, result.name, beganAt, result));
      return result;
    },
    3,
  );
  print(backup, values.json, (performance.now() - start) / 1000);
}

async function take(database: Database, config: Config, location: Location, isJson: boolean): Promise<Taken> {
  const masterKey = await masterKeyOf(config);
  // What is backed up without the key that it is sealed under could not be restored.
  await requireMasterKey(database.sql, masterKey);
  const source = {
    sql: database.sql,
    isEmbedded: config.databaseUrl === undefined,
    tables,
    pictures: storeOf(config),
    writerLocks: takeCaptureLock,
    codes: (snapshot: Parameters<typeof chooseCodes>[1]) => chooseCodes(database, snapshot, masterKey),
  };
  try {
    const { backupPassphrase: passphrase } = config;
    return await writeBackup(source, {
      location,
      passphrase,
      report: reporting(isJson),
      signal: interruption(patience),
    });
  } finally {
    endProgress(isJson);
  }
}

function print(backup: Taken, isJson: boolean, seconds: number): void {
  if (isJson) {
    const { name, bytes, rows, tables: count, pictures, missing, sha256, madeAt } = backup;
    printJson('done', { file: name, bytes, rows, tables: count, pictures, missing, sha256, made_at: madeAt, seconds });
    return;
  }
  console.log(`Backup    ${backup.name}`);
  console.log(`Size      ${inBytes(backup.bytes)}, in ${seconds.toFixed(1)} s`);
  console.log(
    `Contents  ${backup.rows} rows of ${backup.tables} tables, ${backup.pictures} pictures, as of ${backup.madeAt}`,
  );
  console.log(`SHA-256   ${backup.sha256} (of its manifest)`);
  for (const name of backup.missing) console.log(`The picture ${name} is in the database, and its file is gone.`);
  console.log('The master key is not in it: keep a copy of the key in another place.');
}
