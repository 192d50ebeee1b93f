import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDatabase } from '../../test/harness/server.ts';
import { type Database, openDatabase } from './database.ts';
import { distributedTables, distributionColumn, referenceTables } from './distribute.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await newDatabase(), 4);
});
afterAll(() => database.close());

describe('migrating', () => {
  test('two servers at once, and again, makes the schema once', async () => {
    await Promise.all([migrate(database.sql), migrate(database.sql)]);
    await migrate(database.sql);
    expect(await isMigrated(database.sql)).toBe(true);
  });

  test('refuses a database that a newer version made, or whose history was rewritten', async () => {
    await database.sql`insert into schema_migration (name, sha256) values ('9999_future.sql', 'x')`;
    await expect(migrate(database.sql)).rejects.toThrow('9999_future.sql');
    await database.sql`delete from schema_migration where name = '9999_future.sql'`;
    await database.sql`update schema_migration set sha256 = 'changed' where name = '0001_start.sql'`;
    await expect(migrate(database.sql)).rejects.toThrow('0001_start.sql differs');
  });
});

describe('on a cluster', () => {
  test('every table is either distributed or a reference table', async () => {
    const rows = await database.sql<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'public'`;
    const known = [...distributedTables, ...referenceTables, 'schema_migration'];
    expect(rows.map(({ name }) => name).sort()).toEqual([...known].sort());
  });

  test('every key of a distributed table holds the column it is spread by, and only reference tables are referred to', async () => {
    for (const table of distributedTables) {
      const keys = await database.sql<{ name: string }[]>`
        select i.indexrelid::regclass::text as name from pg_index i
        where i.indrelid = ${table}::text::regclass and i.indisunique
          and not exists (
            select 1 from pg_attribute a
            where a.attrelid = i.indrelid and a.attname = ${distributionColumn[table] ?? 'code_id'}
              and a.attnum = any(i.indkey)
          )`;
      expect(keys).toEqual([]);
    }
    const references = await database.sql<{ target: string }[]>`
      select confrelid::regclass::text as target from pg_constraint
      where contype = 'f' and conrelid = any(${[...distributedTables]}::text[]::regclass[])`;
    for (const { target } of references) expect(referenceTables).toContain(target);
  });
});
