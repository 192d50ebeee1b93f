import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { migrate } from '../migrate/migrate.ts';
import { ownRowsOf } from './row-security.ts';

// Two factories and two dealers, each with an account; everything is asked as the first factory.

let database: Database;
let own: Kysely<Schema>;
let ids: { mine: number; theirs: number; dealer: number };
beforeAll(async () => {
  database = openDatabase(await newMigratedDatabase(), 2);
  await migrate(database.sql, tables);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`truncate factory, dealer, product restart identity cascade`;
  const factory = async (name: string) =>
    (
      await database.db
        .insertInto('factory')
        .values({ factory_code: name, factory_name: name, kind: 'own' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const mine = await factory('mine');
  const theirs = await factory('theirs');
  const { id: dealer } = await database.db
    .insertInto('dealer')
    .values({ dealer_code: 'd', dealer_name: 'd', dealer_level: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = { password_hash: 'x', name: 'x' };
  await database.db
    .insertInto('account')
    .values([
      { ...person, account_name: 'mine', account_type: 2, factory_id: mine },
      { ...person, account_name: 'theirs', account_type: 2, factory_id: theirs },
      { ...person, account_name: 'dealer', account_type: 3, dealer_id: dealer },
      { ...person, account_name: 'enterprise', account_type: 1 },
    ])
    .execute();
  await database.db.insertInto('product').values({ product_code: 'P', product_name: 'P' }).execute();
  ids = { mine, theirs, dealer };
  own = ownRowsOf(database.db, { kind: 'factory', id: mine }, tables);
});

const names = (rows: { account_name: string }[]) => rows.map(({ account_name }) => account_name);
const refused = (query: { execute(): Promise<unknown> }) => expect(query.execute()).rejects.toThrow('no_access');
const all = () => database.db.selectFrom('account').select('account_name').orderBy('id').execute().then(names);

describe('reading', () => {
  test("returns own rows, under the table's name or an alias", async () => {
    expect(names(await own.selectFrom('account').select('account.account_name').execute())).toEqual(['mine']);
    expect(names(await own.selectFrom('account as a').select('a.account_name').execute())).toEqual(['mine']);
  });

  test('filters joins, sub-selects, unions, with clauses and lists of tables', async () => {
    const other = await own
      .selectFrom('product as p')
      .innerJoin('account as a', (on) => on.onTrue())
      .select('a.account_name')
      .execute();
    expect(names(other)).toEqual(['mine']);
    const counted = await own
      .selectNoFrom((eb) => eb.selectFrom('account').select(eb.fn.countAll<number>().as('n')).as('n'))
      .executeTakeFirstOrThrow();
    expect(counted.n).toBe(1);
    const there = own
      .selectFrom('product')
      .select('id')
      .where((eb) => eb.exists(eb.selectFrom('account').select('id').where('account_name', '=', 'theirs')));
    expect(await there.execute()).toEqual([]);
    const united = own
      .selectFrom('account')
      .select('account_name')
      .unionAll(own.selectFrom('account').select('account_name'));
    expect(names(await united.execute())).toEqual(['mine', 'mine']);
    const named = own
      .with('people', (db) => db.selectFrom('account').select('account_name'))
      .selectFrom('people')
      .selectAll();
    expect(names(await named.execute())).toEqual(['mine']);
    expect(await own.selectFrom(['factory', 'account']).select(['factory.id', 'account_name']).execute()).toHaveLength(
      1,
    );
  });

  test('returns no rows of the enterprise, and all shared rows', async () => {
    expect(await own.selectFrom('code_order').selectAll().execute()).toEqual([]);
    expect(await own.selectFrom('dealer').selectAll().execute()).toEqual([]);
    expect(await own.selectFrom('product').selectAll().execute()).toHaveLength(1);
  });

  test('is refused where it cannot be filtered', async () => {
    await refused({ execute: () => sql`select * from account`.execute(own) });
    await refused(own.selectFrom('product').select(sql<number>`(select count(*) from account)`.as('n')));
    await refused(
      own
        .with('account', (db) => db.selectFrom('account').selectAll())
        .selectFrom('account')
        .selectAll(),
    );
  });
});

describe('changing', () => {
  test('affects own rows only', async () => {
    await own.updateTable('account').set({ name: 'changed' }).execute();
    const changed = await database.db
      .selectFrom('account')
      .select('account_name')
      .where('name', '=', 'changed')
      .execute();
    expect(names(changed)).toEqual(['mine']);
    await own.updateTable('account').set({ name: 'again' }).where('account_name', '=', 'theirs').execute();
    expect(await database.db.selectFrom('account').selectAll().where('name', '=', 'again').execute()).toEqual([]);
  });

  test('cannot give away or take a row', async () => {
    await refused(own.updateTable('account').set({ factory_id: ids.theirs }));
    await refused(own.updateTable('account').set({ factory_id: null }));
    await refused(own.updateTable('product').set({ product_name: 'mine now' }));
  });

  test('deletes own rows only', async () => {
    await own.deleteFrom('account').where('account_name', '=', 'theirs').execute();
    await own.deleteFrom('account').execute();
    expect(await all()).toEqual(['theirs', 'dealer', 'enterprise']);
    await refused(own.deleteFrom('product'));
  });

  test('adds own rows only', async () => {
    const row = { account_name: 'new', name: 'x', password_hash: 'x', account_type: 2 as const };
    await own
      .insertInto('account')
      .values({ ...row, factory_id: ids.mine })
      .execute();
    expect(await all()).toContain('new');
    await refused(own.insertInto('account').values({ ...row, account_name: 'b', factory_id: ids.theirs }));
    await refused(own.insertInto('account').values({ ...row, account_name: 'c' }));
    await refused(own.insertInto('product').values({ product_code: 'Q', product_name: 'Q' }));
    const taking = own
      .insertInto('account')
      .values({ ...row, account_name: 'theirs', factory_id: ids.mine })
      .onConflict((conflict) => conflict.doUpdateSet({ factory_id: ids.mine }));
    await refused(taking);
  });
});

describe('rows owned through another row', () => {
  let role: number;
  const idOf = async (account_name: string) =>
    (await database.db.selectFrom('account').select('id').where('account_name', '=', account_name).executeTakeFirst())
      ?.id as number;
  const given = () => database.db.selectFrom('account_role').select('account_id').execute();
  beforeEach(async () => {
    await database.sql`truncate role cascade`;
    role = (await database.db.insertInto('role').values({ role_name: 'r' }).returning('id').executeTakeFirstOrThrow())
      .id;
  });

  test("are read and deleted if that row is the party's own", async () => {
    const [mine, theirs] = [await idOf('mine'), await idOf('theirs')];
    const rows = [mine, theirs].map((account_id) => ({ account_id, role_id: role }));
    await database.db.insertInto('account_role').values(rows).execute();
    expect(await own.selectFrom('account_role').select('account_id').execute()).toEqual([{ account_id: mine }]);
    await own.deleteFrom('account_role').execute();
    expect(await given()).toEqual([{ account_id: theirs }]);
  });

  test('are added only to an own row, and cannot move', async () => {
    const [mine, theirs] = [await idOf('mine'), await idOf('theirs')];
    const add = (...accounts: number[]) =>
      own
        .insertInto('account_role')
        .values(accounts.map((account_id) => ({ account_id, role_id: role })))
        .execute();
    await expect(add(theirs)).rejects.toThrow('null value');
    await expect(add(mine, theirs)).rejects.toThrow('null value');
    expect(await given()).toEqual([]);
    await add(mine);
    expect(await given()).toEqual([{ account_id: mine }]);
    await refused(own.updateTable('account_role').set({ account_id: theirs }));
  });
});
