import { randomBytes } from 'node:crypto';
import { type Config, readConfig } from '#platform/config/config.ts';
import { withSecretFiles } from '#platform/config/secret-files.ts';
import { parseKey } from '#platform/config/setting-values.ts';
import type { Database } from '#platform/database/database.ts';
import { type Resealed, rotateMasterKey } from '#platform/secrets/key-rotation.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { keptMasterKey, replaceMasterKey, writeNextMasterKey } from '#platform/secrets/master-key-file.ts';
import { chooseMasterKey, markInUse } from '#platform/secrets/master-key-in-use.ts';
import { tables } from '#tables.ts';
import { withStoppedDatabase } from './command-database.ts';

// `npm run key:rotate`: replaces the master key, and re-encrypts everything sealed in the database. All servers must be stopped.

/** Replaces the key, or finishes what an interrupted run had begun. */
export async function run(): Promise<void> {
  const config = readConfig(process.env);
  const key = wishedKey(config);
  await withStoppedDatabase(config, (database) =>
    config.masterKey
      ? rotateInEnvironment(database, config.masterKey, key as Buffer)
      : rotateInFile(database, config, key ?? randomBytes(32)),
  );
}

/** The new key in SUYUAN_NEW_MASTER_KEY, or in the file that SUYUAN_NEW_MASTER_KEY_FILE names; required if the old one is in the environment. Undefined: one is generated. */
function wishedKey({ masterKey }: Config): Buffer | undefined {
  const { env, problems } = withSecretFiles(process.env, ['SUYUAN_NEW_MASTER_KEY']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const text = env.SUYUAN_NEW_MASTER_KEY?.trim();
  const key = text ? parseKey(text) : undefined;
  if (text && !key) throw new Error('SUYUAN_NEW_MASTER_KEY must be 32 bytes, written as 64 hexadecimal characters.');
  if (masterKey && !key) {
    throw new Error(
      'SUYUAN_MASTER_KEY is the key in use. Set SUYUAN_NEW_MASTER_KEY to the key that replaces it: ' +
        '64 hexadecimal characters, for example from `openssl rand -hex 32`.',
    );
  }
  return key;
}

async function rotateInEnvironment({ sql }: Database, old: Buffer, next: Buffer): Promise<void> {
  const [from, to] = [new MasterKey(old), new MasterKey(next)];
  // After an interrupted run, the rotation may have been committed already.
  if ((await markInUse(sql)) !== to.mark) report(await rotateMasterKey(sql, from, to, tables));
  console.log('Start the servers with the new key as SUYUAN_MASTER_KEY. Keep the old one for earlier backups.');
}

async function rotateInFile({ sql }: Database, config: Config, next: Buffer): Promise<void> {
  const { dataDir } = config;
  const key = await keptMasterKey(dataDir);
  if (!key) throw new Error(`There is no master.key in ${dataDir}. Set SUYUAN_DATA_DIR, or SUYUAN_MASTER_KEY.`);
  const from = await chooseMasterKey(sql, config);
  if (from.mark !== new MasterKey(key).mark) {
    console.log('Completed an interrupted rotation: master.key is the key in use.');
    return;
  }
  // Written before the database changes: whatever interrupts this, the key in use is in a file.
  await writeNextMasterKey(dataDir, next);
  report(await rotateMasterKey(sql, from, new MasterKey(next), tables));
  const old = await replaceMasterKey(dataDir);
  console.log(`master.key is the new key. The old one is needed for earlier backups: ${old}`);
}

function report(columns: readonly Resealed[]): void {
  for (const { called, count } of columns) console.log(`${String(count).padStart(7)}  ${called}`);
  console.log('All values were encrypted with the new key and verified.');
}
