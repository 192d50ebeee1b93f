import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { version } from '#platform/version.ts';
import { tables } from '#tables.ts';
import { connected } from '../harness/connected.ts';
import { newMigratedDatabase } from '../harness/new-database.ts';
import { ended, newDataDir, signIn, startProcess } from '../harness/process.ts';

// What an administrator meets who installs a later version, or goes back to an earlier one.

/** The migrations of a version that came later: ours, and these. */
async function laterMigrations(added: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
  for (const [name, text] of Object.entries(added)) await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

async function upgrade(databaseUrl: string, folder: URL): Promise<void> {
  const database = openDatabase(databaseUrl, 2);
  try {
    await migrate(database.sql, tables, folder);
  } finally {
    await database.close();
  }
}

test('an upgrade that fails half way leaves everything to the version before', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATABASE_URL: await newMigratedDatabase(), SUYUAN_ADMIN_PASSWORD: 'a-first-password-1' };
  await ended((await startProcess(dataDir, env)).child, 'SIGTERM');
  const folder = await laterMigrations({
    '9001_notes.sql': 'create table note (id int); alter table product add note int;',
    '9002_renamed.sql': `update account set account_name = 'renamed'; select * from missing;`,
  });
  await expect(upgrade(env.SUYUAN_DATABASE_URL, folder)).rejects.toThrow(
    'migration 9002_renamed.sql failed: relation "missing" does not exist',
  );
  const left = await connected(
    env.SUYUAN_DATABASE_URL,
    (sql) => sql`
      select name from schema_migration where name > '9'
      union all select relname from pg_class where relname = 'note'
      union all select attname from pg_attribute where attrelid = 'product'::regclass and attname = 'note'`,
  );
  expect(left).toEqual([]);
  expect(await signIn(await startProcess(dataDir, env))).not.toBe('');
});

test('an earlier version refuses the database of a later one, says what to do, and changes nothing', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  await upgrade(env.SUYUAN_DATABASE_URL, await laterMigrations({ '9001_later.sql': 'select 1;' }));
  const accounts = () => connected(env.SUYUAN_DATABASE_URL, (sql) => sql`select 1 from account`);
  expect(await accounts()).toEqual([]);
  await expect(startProcess(dataDir, env)).rejects.toThrow(
    `The database is of a newer version: it has migration 9001_later.sql, which version ${version} does not know. Nothing was changed: use the version that made it, or a later one.`,
  );
  expect(await accounts()).toEqual([]);
});
