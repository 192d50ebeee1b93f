import { brand } from '@suyuan/contract/base/product/brand.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { newMigratedDatabase, onCluster } from '#test/harness/new-database.ts';
import type { Account, Caller } from '../caller.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { migrate } from '../migrate/migrate.ts';
import { MasterKey } from '../secrets/master-key.ts';
import { AuditLog, type Change } from './audit-log.ts';
import { readOnly, tablesWritten } from './written-tables.ts';

let database: Database;
let audit: AuditLog;
let db: Kysely<Schema>;
beforeAll(async () => {
  database = openDatabase(await newMigratedDatabase(), 8);
  await migrate(database.sql, tables);
  db = database.db;
  audit = new AuditLog(database, tables, new MasterKey(Buffer.alloc(32, 7)));
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['audit_change', 'audit_log', 'brand', 'role_permission', 'account_role', 'role', 'account'])
    await database.sql`delete from ${database.sql(table)}`;
});

const caller = {
  account: { id: 1, account_name: 'admin', account_type: 1 } as Account,
  ip: '192.0.2.1',
} as Caller<Account>;
const inTransaction = (work: (change: Change) => Promise<unknown>) => audit.inTransaction(brand.add, {}, caller, work);
const brands = async () => (await db.selectFrom('brand').select('brand_code').execute()).map((row) => row.brand_code);
const records = async () =>
  (await db.selectFrom('audit_log').select('changes').execute()).map(({ changes }) => changes);

const addBrand = ({ db: own }: Change, brand_code: string) =>
  own.insertInto('brand').values({ brand_code, brand_name: 'b' }).returning('id').executeTakeFirstOrThrow();
const silent = 'without announcing a row';

describe('a write that was not announced', () => {
  test('is refused as a whole, naming the table', async () => {
    const adding = inTransaction((change) => addBrand(change, 'A'));
    await expect(adding).rejects.toThrow(`${brand.add.path} wrote brand ${silent}`);
    expect([await brands(), await records()]).toEqual([[], []]);
  });

  const writers: Record<string, (change: Change) => Promise<unknown>> = {
    'an update': ({ db: own }) => own.updateTable('brand').set({ brand_name: 'c' }).execute(),
    'a deletion': ({ db: own }) => own.deleteFrom('brand').execute(),
    'a deletion under another name': ({ db: own }) => own.deleteFrom('brand as b').execute(),
    'a clause of a query': ({ db: own }) =>
      own
        .with('gone', (one) => one.deleteFrom('brand').returning('id'))
        .selectFrom('gone')
        .selectAll()
        .execute(),
    'a merge': ({ db: own }) =>
      own.mergeInto('brand as b').using('brand', 'brand.id', 'b.id').whenMatched().thenDelete().execute(),
    'raw SQL': ({ db: own }) => sql`update only brand set brand_name = ${'c'}`.execute(own),
    'raw SQL in pieces': ({ db: own }) => sql`delete from ${sql.table('brand')} where ${sql`id > 0`}`.execute(own),
    'raw SQL in a clause': ({ db: own }) =>
      sql`with gone as (delete from brand returning id) select * from gone`.execute(own),
    'raw SQL with a quoted name': ({ db: own }) => sql`delete from "brand"`.execute(own),
    'the handle of the system itself': ({ system }) => system.updateTable('brand').set({ brand_name: 'c' }).execute(),
    'the connection of what keeps its own record': async ({ sql: own }) => own`update brand set brand_name = 'c'`,
    'a function that PostgreSQL runs': ({ sql: own }) => own.unsafe(`do 'begin delete from brand; end'`),
    'a table of the system’s own': ({ db: own }) => sql`update audit_head set mac = ${'forged'}`.execute(own),
  };
  // A reference table is merged into on no cluster.
  test.each(Object.entries(writers).filter(([by]) => !(onCluster && by === 'a merge')))(
    'is detected by %s',
    async (_, write) => {
      await db.insertInto('brand').values({ brand_code: 'A', brand_name: 'b' }).execute();
      await expect(inTransaction(write)).rejects.toThrow(silent);
      expect(await brands()).toEqual(['A']);
    },
  );

  test('is detected if other rows of the table were announced', async () => {
    const adding = inTransaction(async (change) => {
      await addBrand(change, 'A');
      change.made('product', 1);
    });
    await expect(adding).rejects.toThrow('wrote brand');
  });

  // Looking for it keeps others on a cluster from making it.
  test.skipIf(onCluster)('reports that a row was missing if others created it after it was looked up', async () => {
    const updating = inTransaction(async (change) => {
      await change.changing('brand', 4711);
      await sql`insert into brand (id, brand_code, brand_name) overriding system value values (4711, 'B', 'b')`.execute(
        db,
      );
      await change.db.updateTable('brand').set({ brand_name: 'c' }).where('id', '=', 4711).execute();
    });
    await expect(updating).rejects.toMatchObject({ status: 404 });
    expect(await db.selectFrom('brand').select('brand_name').execute()).toEqual([{ brand_name: 'b' }]);
  });

  test('is detected in a dry run too', async () => {
    const tried = inTransaction(async (change) => {
      await addBrand(change, 'A');
      change.undo();
    });
    await expect(tried).rejects.toThrow(silent);
  });
});

describe('a write passes', () => {
  test('if it was announced', async () => {
    await inTransaction(async (change) => change.made('brand', (await addBrand(change, 'A')).id));
    expect([await brands(), await records()]).toEqual([['A'], [1]]);
  });

  test('if its statements matched no row or were rolled back', async () => {
    await inTransaction(async (change) => {
      await change.db.deleteFrom('brand').execute();
      await sql`update brand set brand_name = 'c'`.execute(change.db);
      await sql`select id from brand for update`.execute(change.db);
      const failing = change.attempt(async () => {
        await addBrand(change, 'A');
        throw new Error('no');
      });
      await failing.catch(() => undefined);
    });
    expect([await brands(), await records()]).toEqual([[], [0]]);
  });

  test('if it was announced, made on another handle and rolled back', async () => {
    await inTransaction(async (change) => {
      const failing = change.attempt(async () => {
        const [row] = await change.sql`insert into brand (brand_code, brand_name) values ('A', 'b') returning id`;
        change.made('brand', row?.id as number);
        throw new Error('no');
      });
      await failing.catch(() => undefined);
    });
    expect([await brands(), await records()]).toEqual([[], [0]]);
  });

  test('if it covers part of what was announced', async () => {
    const role = await db.insertInto('role').values({ role_name: 'r' }).returning('id').executeTakeFirstOrThrow();
    const permit = ({ db: own }: Change) =>
      own.insertInto('role_permission').values({ role_id: role.id, permission: 'role' }).execute();
    await expect(inTransaction(permit)).rejects.toThrow('wrote role_permission');
    await inTransaction(async (change) => {
      await change.changing('role', role.id);
      await permit(change);
    });
    expect(await records()).toEqual([1]);
  });
});

test('a read handle writes nothing', async () => {
  const reading = db.withPlugin(readOnly);
  expect(await reading.selectFrom('brand').selectAll().forUpdate().execute()).toEqual([]);
  await expect(reading.deleteFrom('brand').execute()).rejects.toThrow('brand must be written through change.db');
  await expect(sql`truncate brand cascade`.execute(reading)).rejects.toThrow('brand must be written through change.db');
});

test('an upsert counts as a write to its own table', () => {
  const upsert = sql`insert into brand as b (id) select 1 on conflict (id) do update set id = 2`;
  expect(tablesWritten(upsert.toOperationNode())).toEqual(['brand']);
});

test('cascading deletes are recorded with the row', async () => {
  const cascades = await database.sql<{ part: string; whole: string }[]>`
    select r.relname as part, w.relname as whole from pg_constraint k
    join pg_class r on r.oid = k.conrelid join pg_class w on w.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd') and r.relnamespace = 'public'::regnamespace`;
  // A role goes only when nobody and no position has it; an order keeps its codes when a part of it goes; a line goes only
  // when all its keys are revoked; an import forgets its job in time; a named query is deleted by the system that defined it, with what it
  // subscribed to.
  const known = [
    'account_role of role',
    'position_role of role',
    'code_order of code_part',
    'device_key of production_line',
    'code_import of job',
    'epcis_subscription of epcis_query',
  ];
  const toldBy = (name: string): readonly string[] => {
    const through = tables.get(name)?.auditedThrough;
    return typeof through === 'string' ? [] : (through ?? [name]);
  };
  const silentParts = cascades.filter(({ part, whole }) => {
    const things = toldBy(part);
    return things.length > 0 && ![whole, ...toldBy(whole)].some((thing) => things.includes(thing));
  });
  expect(silentParts.map(({ part, whole }) => `${part} of ${whole}`).filter((one) => !known.includes(one))).toEqual([]);
});

// Who has one row of a reference table keeps others on a cluster from having any.
test.skipIf(onCluster)('two changes in a deadlock are both carried out, each recorded once', async () => {
  const [first, second] = await Promise.all(
    ['A', 'B'].map((brand_code) =>
      db.insertInto('brand').values({ brand_code, brand_name: 'b' }).returning('id').executeTakeFirstOrThrow(),
    ),
  );
  let [waiting, tries] = [0, 0];
  const bothHaveOne = Promise.withResolvers<void>();
  const rename = (ids: readonly (number | undefined)[], brand_name: string) =>
    audit.inTransaction(
      brand.add,
      {},
      caller,
      async (change) => {
        tries += 1;
        for (const id of ids) {
          await change.changing('brand', id as number);
          await change.db
            .updateTable('brand')
            .set({ brand_name })
            .where('id', '=', id as number)
            .execute();
          if (++waiting === 2) bothHaveOne.resolve();
          await bothHaveOne.promise;
        }
        return brand_name;
      },
      { again: true },
    );
  const ids = [first?.id, second?.id];
  expect(await Promise.all([rename(ids, 'up'), rename(ids.toReversed(), 'down')])).toEqual(['up', 'down']);
  expect(tries).toBe(3);
  expect(await records()).toEqual([2, 2]);
  const names = (await db.selectFrom('brand').select('brand_name').execute()).map(({ brand_name }) => brand_name);
  expect(new Set(names).size).toBe(1);
});
