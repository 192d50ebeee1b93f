import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { newDatabase } from '#test/harness/new-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await newDatabase(), 4);
});
afterAll(() => database.close());

describe('migrating', () => {
  test('by two servers at once, and again, creates the schema once', async () => {
    await Promise.all([migrate(database.sql, tables), migrate(database.sql, tables)]);
    await migrate(database.sql, tables);
    expect(await isMigrated(database.sql)).toBe(true);
  });

  test('refuses a database of a newer version or with a rewritten history', async () => {
    await database.sql`insert into schema_migration (name, sha256) values ('9999_future.sql', 'x')`;
    await expect(migrate(database.sql, tables)).rejects.toThrow('9999_future.sql');
    await database.sql`delete from schema_migration where name = '9999_future.sql'`;
    await database.sql`update schema_migration set sha256 = 'changed' where name = '0001_start.sql'`;
    await expect(migrate(database.sql, tables)).rejects.toThrow('Migration 0001_start.sql differs');
  });
});

// Whether the tests run on a cluster or not: it is the schema that must be fit for one.
describe('for a cluster', () => {
  const placementOf = (table: string) => tables.get(table)?.placement;

  test('every table is declared, and every declaration has a table', async () => {
    const rows = await database.sql<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        -- What Citus itself puts there.
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname !~ '_\\d{6,}$'`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...tables.keys()].toSorted());
  });

  test('every key of a distributed table includes its distribution column', async () => {
    for (const { name: table, placement } of tables.values()) {
      if (typeof placement === 'string') continue;
      const keys = await database.sql<{ name: string; columns: string[] }[]>`
        select i.indexrelid::regclass::text as name,
          array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
        from pg_index i where i.indrelid = ${table}::text::regclass and i.indisunique`;
      expect(keys).not.toEqual([]);
      for (const { name, columns } of keys)
        expect([name, columns]).toEqual([name, expect.arrayContaining([placement.distributedBy])]);
    }
  });

  test('distributed tables refer to reference tables only, and nothing refers to them', async () => {
    const references = await database.sql<{ from: string; to: string }[]>`
      select f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.relname !~ '_\\d{6,}$'`;
    expect(references).not.toEqual([]);
    const wrong = references.filter(({ from, to }) =>
      placementOf(from) === 'local' ? typeof placementOf(to) !== 'string' : placementOf(to) !== 'reference',
    );
    expect(wrong).toEqual([]);
  });

  test('constraint names leave room for the number of a shard', async () => {
    const long = await database.sql`
      select conname from pg_constraint where connamespace = 'public'::regnamespace and length(conname) > 54
        and conname !~ '_\\d{6,}$'`;
    expect(long).toEqual([]);
  });
});
