import { parseArgs } from 'node:util';
import { namedLocation } from '#platform/backup/storage/configured-storage.ts';
import { verifyBackup } from '#platform/backup/verify-backup.ts';
import { readConfig } from '#platform/config/config.ts';
import { invocation } from './invocation.ts';
import { endProgress, printJson, reporting } from './report-progress.ts';

// `npm run backup:verify -- --in FILE [--json]`: verifies every hash of a backup, and counts its rows. Needs no server or database. FILE may
// be `s3://bucket/key`.

/** Prints what the backup is; throws if it is not whole. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      in: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (!values.in?.trim())
    throw new Error(`--in requires the file of the backup: ${invocation('backup:verify', '--in FILE')}`);
  const config = readConfig(process.env);
  const location = namedLocation(values.in, config);
  const { manifest, sha256 } = await verifyBackup({
    location,
    passphrase: config.backupPassphrase,
    report: reporting(values.json),
    counting: true,
  });
  endProgress(values.json);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const { version, made_at, database, migrations, tables, pictures, parts } = manifest;
  const migration = migrations.at(-1)?.name;
  if (values.json) {
    printJson('done', {
      file: location.name,
      version,
      migration,
      made_at,
      database,
      rows: manifest.rows,
      pictures: pictures.kept,
      sha256,
    });
    return;
  }
  console.log(`Made      ${made_at} by version ${version} (${migration}), of a database of the kind ${database}`);
  console.log(`Contents  ${rows} rows of ${tables.length} tables, ${pictures.kept} pictures`);
  console.log(`SHA-256   ${sha256} (of its manifest)`);
  console.log(`All ${parts.length} parts are as they were written.`);
}
