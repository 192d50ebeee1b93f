import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { version } from '#platform/version.ts';
import { tables } from '#tables.ts';
import { connected } from '../harness/connected.ts';
import { newDatabase, newMigratedDatabase, onCluster } from '../harness/new-database.ts';
import { newDataDir, password, runCommand, signIn, startProcess } from '../harness/process.ts';

// Backups of databases with another schema than that of this version.

const masterKey = 'cd'.repeat(32);
const envOf = (databaseUrl: string, dataDir: string) => ({
  SUYUAN_DATABASE_URL: databaseUrl,
  SUYUAN_DATA_DIR: dataDir,
  SUYUAN_MASTER_KEY: masterKey,
});

/** A database with the migrations before a number. */
async function olderDatabase(before: string): Promise<string> {
  const url = await newDatabase();
  const database = openDatabase(url, 2);
  onTestFinished(() => database.close());
  const names = readdirSync(new URL('../../migrations/', import.meta.url));
  await migrate(database.sql, tables, undefined, { only: new Set(names.filter((name) => name < before)) });
  return url;
}

// On a cluster, the facts of today's tables do not fit those of then.
test.skipIf(onCluster)(
  'a backup of an older schema is restored to the schema of today',
  { timeout: 120_000 },
  async () => {
    const dataDir = await newDataDir();
    const older = await olderDatabase('0100');
    await connected(older, async (sql) => {
      await sql`insert into brand (brand_code, brand_name) values ('B', '云泉')`;
      await sql`
      insert into product (product_code, product_name, brand_id)
      select 'P' || n, '酒 ' || n, (select id from brand) from generate_series(1, 2000) n`;
      await sql`
      insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
      select n, now(), n::text, 'unknown', 1, '', '中国', '江苏省', '', '', '', '' from generate_series(1, 5000) n`;
    });
    const file = join(dataDir, 'older.tar');
    const backup = await runCommand('backup', envOf(older, dataDir), '--out', file);
    expect([backup.code, backup.printed]).toEqual([0, expect.stringContaining('Backup')]);

    const env = envOf(await newDatabase(), dataDir);
    const restore = await runCommand('restore', env, '--in', file);
    expect([restore.code, restore.printed]).toEqual([0, expect.stringContaining('Everything is what the events say.')]);
    const [rows] = await connected(
      env.SUYUAN_DATABASE_URL,
      (sql) => sql`
      select (select count(*) from product p join brand b on b.id = p.brand_id)::int as products,
        (select count(*) from consumer_scan)::int as scans,
        (select count(*) from schema_migration)::int as migrations`,
    );
    const all = readdirSync(new URL('../../migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'));
    expect(rows).toEqual({ products: 2000, scans: 5000, migrations: all.length });
    const server = await startProcess(dataDir, { ...env, SUYUAN_ADMIN_PASSWORD: password });
    expect(await signIn(server)).not.toBe('');
  },
);

test('a backup of a later version is refused by name, before anything is written', async () => {
  const dataDir = await newDataDir();
  const later = await newMigratedDatabase();
  await connected(later, (sql) => sql`insert into schema_migration (name, sha256) values ('9001_later.sql', 'x')`);
  const file = join(dataDir, 'later.tar');
  expect((await runCommand('backup', envOf(later, dataDir), '--out', file)).code).toBe(0);

  const env = envOf(await newDatabase(), dataDir);
  const restore = await runCommand('restore', env, '--in', file);
  expect([restore.code, restore.printed]).toEqual([
    1,
    expect.stringContaining(
      `The backup is of a newer version: it has migration 9001_later.sql, which version ${version} does not know.`,
    ),
  ]);
  const ours = await connected(
    env.SUYUAN_DATABASE_URL,
    (sql) => sql`select relname from pg_class where relname in ('schema_migration', 'restore_unfinished', 'account')`,
  );
  expect(ours).toEqual([]);
});
