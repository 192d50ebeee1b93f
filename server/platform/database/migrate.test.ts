import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../modules.ts';
import { newDatabase } from '../../test/harness/server.ts';
import { type Database, openDatabase } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await newDatabase(), 4);
});
afterAll(() => database.close());

describe('migrating', () => {
  test('two servers at once, and again, makes the schema once', async () => {
    await Promise.all([migrate(database.sql, tables), migrate(database.sql, tables)]);
    await migrate(database.sql, tables);
    expect(await isMigrated(database.sql)).toBe(true);
  });

  test('refuses a database that a newer version made, or whose history was rewritten', async () => {
    await database.sql`insert into schema_migration (name, sha256) values ('9999_future.sql', 'x')`;
    await expect(migrate(database.sql, tables)).rejects.toThrow('9999_future.sql');
    await database.sql`delete from schema_migration where name = '9999_future.sql'`;
    await database.sql`update schema_migration set sha256 = 'changed' where name = '0001_start.sql'`;
    await expect(migrate(database.sql, tables)).rejects.toThrow('0001_start.sql differs');
  });
});

test('every table that there is has its facts, and every fact its table', async () => {
  const rows = await database.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  expect([...tables.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

describe('on a cluster', () => {
  const placed = (place: string) =>
    [...tables.values()].filter((table) => table.place === place).map(({ name }) => name);
  const distributed = [...tables.values()].flatMap(({ name, place }) =>
    typeof place === 'object' ? [{ name, column: place.distributedBy }] : [],
  );
  const referredTo = async (names: readonly string[]) => {
    const rows = await database.sql<{ target: string }[]>`
      select distinct t.relname as target from pg_constraint
      join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
      where contype = 'f' and f.relname = any(${names as string[]})`;
    return rows.map(({ target }) => target);
  };

  test('every key of a distributed table holds the column it is spread by', async () => {
    expect(distributed.length).toBeGreaterThan(0);
    for (const { name, column } of distributed) {
      const keys = await database.sql<{ name: string }[]>`
        select i.indexrelid::regclass::text as name from pg_index i
        where i.indrelid = ${name}::text::regclass and i.indisunique
          and not exists (
            select 1 from pg_attribute a
            where a.attrelid = i.indrelid and a.attname = ${column} and a.attnum = any(i.indkey)
          )`;
      expect(keys).toEqual([]);
    }
  });

  test('distributed tables refer to reference tables only, and no table that is spread or copied to one that is local', async () => {
    const references = placed('reference');
    for (const target of await referredTo(distributed.map(({ name }) => name))) expect(references).toContain(target);
    for (const target of await referredTo(references)) expect(references).toContain(target);
  });
});
