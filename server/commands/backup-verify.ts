import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyBackup } from '#platform/backup/verify-backup.ts';
import { readConfig } from '#platform/config/config.ts';
import { invocation } from './invocation.ts';
import { endProgress, printJson, reporting } from './report-progress.ts';

// `npm run backup:verify -- --in FILE [--json]`: verifies every hash of a backup, and counts its rows. Needs no server or database.

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
  const { backupPassphrase: passphrase } = readConfig(process.env);
  const path = resolve(values.in);
  const { manifest, sha256 } = await verifyBackup({ path, passphrase, report: reporting(values.json), counting: true });
  endProgress(values.json);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const { version, made_at, database, migrations, tables, pictures, parts } = manifest;
  const migration = migrations.at(-1)?.name;
  if (values.json) {
    printJson('done', {
      file: path,
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
