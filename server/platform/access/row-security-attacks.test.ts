import {
  CompiledQuery,
  type ExpressionBuilder,
  FunctionNode,
  type Kysely,
  type OperationNode,
  ParensNode,
  type RawBuilder,
  SelectQueryNode,
  sql,
  WhereNode,
} from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '#tables.ts';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../migrate/migrate.ts';
import { ownRowsOf } from './row-security.ts';

// What a query could be made of to reach past its own rows: each is narrowed or refused. Asked as the factory `mine`;
// whatever names the account or warehouse `theirs` in an answer, or changes it, is a hole.

// biome-ignore lint/suspicious/noExplicitAny: these queries are wrong on purpose, often beyond what types allow
type Queries = Kysely<any>;

let database: Database;
let own: Queries;
let all: Queries;
let ids: { mine: number; theirs: number; dealer: number };
beforeAll(async () => {
  database = openDatabase(await newMigratedDatabase(), 2);
  await migrate(database.sql, tables);
  const { sql: raw } = database;
  const factory = async (name: string) =>
    (
      await raw<{ id: number }[]>`
        insert into factory (factory_code, factory_name, kind) values (${name}, ${name}, 'own') returning id`
    )[0]?.id as number;
  const mine = await factory('mine');
  const theirs = await factory('theirs');
  const [dealer] = await raw<{ id: number }[]>`
    insert into dealer (dealer_code, dealer_name) values ('d', 'd') returning id`;
  await raw`
    insert into account (account_name, name, password_hash, account_type, factory_id) values
      ('mine', 'x', 'x', 2, ${mine}), ('theirs', 'x', 'x', 2, ${theirs})`;
  await raw`insert into product (product_code, product_name) values ('P', 'P')`;
  ids = { mine, theirs, dealer: dealer?.id as number };
  all = database.db;
  own = ownRowsOf(database.db, { kind: 'factory', id: mine }, tables);
});
afterAll(() => database.close());

type Attack = (db: Queries) => { execute(): Promise<unknown> };
/** Narrowed or refused; and what an unscoped handle would have told, so that the attack is known to be one. */
const staysOwn = async (attack: Attack, { narrowed }: { narrowed: boolean }) => {
  const answer = await Promise.resolve()
    .then(() => attack(own).execute())
    .then(
      (rows) => JSON.stringify(rows),
      (error: Error) => {
        if (narrowed) throw error;
        expect(error.message).toBe('no_access');
        return 'refused';
      },
    );
  expect(answer).not.toContain('theirs');
  if (narrowed) expect(answer).not.toBe('refused');
  else expect(answer).toBe('refused');
};

// biome-ignore lint/suspicious/noExplicitAny: see above
const named = (db: any): any => db.selectFrom('account').select('account_name');

const narrowed: Record<string, Attack> = {
  alias: (db) => db.selectFrom('account as a').selectAll(),
  'alias that is a table’s name': (db) => db.selectFrom('account as product').selectAll(),
  'dynamic table': (db) => db.selectFrom(db.dynamic.table('account').as('a')).selectAll(),
  'two tables': (db) => db.selectFrom(['product', 'account as a']).select('a.account_name'),
  'sub-select in from': (db) => db.selectFrom(named(db).as('a')).selectAll(),
  'sub-select in from, by callback': (db) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    db.selectFrom((eb: any) => eb.selectFrom('account').selectAll().as('a')).selectAll(),
  'sub-select made by the unscoped handle': (db) => db.selectFrom(named(all).as('a')).selectAll(),
  'sub-select in the selection': (db) =>
    db.selectFrom('product').select((eb) =>
      eb
        .selectFrom('account')
        .select((e) => e.fn.agg<string>('string_agg', ['account_name', e.val(',')]).as('n'))
        .as('n'),
    ),
  'left join': (db) =>
    db
      .selectFrom('product')
      .leftJoin('account', (on) => on.onTrue())
      .select('account_name'),
  'cross join': (db) => db.selectFrom('product').crossJoin('account').select('account_name'),
  'right join': (db) =>
    db
      .selectFrom('product')
      .rightJoin('account as a', (on) => on.onTrue())
      .select('a.account_name'),
  'full join': (db) =>
    db
      .selectFrom('product')
      .fullJoin('account as a', (on) => on.onTrue())
      .select('a.account_name'),
  'lateral join': (db) =>
    db
      .selectFrom('product')
      .innerJoinLateral(
        (eb) => eb.selectFrom('account').selectAll().as('a'),
        (on) => on.onTrue(),
      )
      .select('a.account_name'),
  union: (db) => db.selectFrom('product').select('product_name as n').union(named(all)),
  'union of all, in parentheses': (db) =>
    db
      .selectFrom('product')
      .select('product_name as n')
      .unionAll((eb) => eb.parens(eb.selectFrom('account').select('account_name as n'))),
  intersect: (db) => named(db).intersect(named(all)),
  except: (db) => named(db).except(named(db).where('account_name', '=', 'mine')),
  with: (db) => db.with('a', named).selectFrom('a').selectAll(),
  'with in with': (db) =>
    db
      .with('a', (one) => one.with('b', named).selectFrom('b').selectAll())
      .selectFrom('a')
      .selectAll(),
  'with recursive': (db) =>
    db
      .withRecursive('a', (one) =>
        one
          .selectFrom('account')
          .select(['id', 'account_name'])
          .union(
            (eb) =>
              eb.selectFrom('a').innerJoin('account', 'account.id', 'a.id').select(['a.id', 'account.name']) as never,
          ),
      )
      .selectFrom('a')
      .selectAll(),
  'a joined with clause': (db) =>
    db
      .with('a', named)
      .selectFrom('product')
      .innerJoin('a', (on) => on.onTrue())
      .selectAll(),
  'or in the condition': (db) =>
    named(db).where((eb: ExpressionBuilder<never, never>) => eb.or([eb.lit(true), eb('id' as never, '>', 0 as never)])),
  'correlated condition': (db) =>
    db
      .selectFrom('product as p')
      .select('p.product_name')
      .where((eb) => eb('p.product_name', '<>', eb.selectFrom('account').select('account_name').limit(1))),
  'sub-select in order by': (db) =>
    db
      .selectFrom('account')
      .select('account_name')
      .orderBy((eb) => eb.selectFrom('account as b').select('b.account_name').limit(1)),
  'rows as JSON': (db) =>
    db
      .selectFrom('product')
      .select([
        jsonArrayFrom(named(db)).as('rows'),
        jsonObjectFrom(named(db).orderBy('id', 'desc').limit(1)).as('row'),
      ]),
  'for update': (db) => named(db).forUpdate(),
  'a transaction of its own': (db) => ({ execute: () => db.transaction().execute((trx) => named(trx).execute()) }),
  'a connection of its own': (db) => ({ execute: () => db.connection().execute((one) => named(one).execute()) }),
  'a statement compiled first': (db) => ({
    execute: async () => {
      const compiled = named(db).compile();
      return database.sql.unsafe(compiled.sql, compiled.parameters as never[]);
    },
  }),
  'returning, with a sub-select': (db) =>
    db
      .updateTable('account')
      .set({ name: 'x' })
      .returning((eb) => [
        'account_name',
        eb
          .selectFrom('account as b')
          .select((e) => e.fn.agg<string>('string_agg', ['b.account_name', e.val(',')]).as('n'))
          .as('n'),
      ]),
  'update from': (db) =>
    db
      .updateTable('account')
      .from('account as b')
      .set({ name: 'x' })
      .returning(['account.account_name', 'b.account_name as n']),
  'delete using': (db) =>
    db
      .deleteFrom('account')
      .using('account as b')
      .where('b.account_name', '=', 'theirs')
      .returning('account.account_name'),
  'update in with': (db) =>
    db
      .with('u', (one) => one.updateTable('account').set({ name: 'y' }).returning('account_name'))
      .selectFrom('u')
      .selectAll(),
  'expression among the values': (db) =>
    db
      .insertInto('warehouse')
      .values((eb: never) => ({
        warehouse_code: 'W1',
        warehouse_name: (eb as Queries).fn.coalesce(
          (eb as Queries).selectFrom('account').select('account_name').where('account_name', '=', 'theirs') as never,
          sql.lit('nobody') as never,
        ),
        warehouse_type: 'other',
        factory_id: ids.mine,
      }))
      .returning('warehouse_name'),
};

const refused: Record<string, Attack> = {
  'raw table': (db) => db.selectFrom(sql`account`.as('a')).selectAll(),
  'raw table by sql.table': (db) => db.selectFrom(sql.table('account').as('a')).selectAll(),
  'raw table by sql.id': (db) => db.selectFrom(sql.id('account').as('a')).selectAll(),
  'raw alias': (db) => db.selectFrom((eb) => eb.fn('now', []).as(sql<'a'>`a, account`)).selectAll(),
  'raw join': (db) =>
    db
      .selectFrom('product')
      .innerJoin(sql`account`.as('a'), (on) => on.onTrue())
      .selectAll(),
  'raw selection with its own from': (db) => db.selectNoFrom(sql`account_name from account`.as('n')),
  'raw condition that ends the condition': (db) => named(db).where(sql<boolean>`true) or (true`),
  'raw condition with a quoted parenthesis': (db) => named(db).where(sql<boolean>`'(' = ')') or ('(' = '(' or true`),
  'raw comment': (db) => named(db).where(sql<boolean>`true -- `),
  'raw comment of another kind': (db) => named(db).where(sql<boolean>`true /* `),
  'raw second statement': (db) => named(db).where(sql<boolean>`true; table account`),
  'raw on with another table': (db) =>
    db
      .selectFrom('product as p')
      .innerJoin('brand as b', (on) => on.on(sql<boolean>`true, account as a`))
      .select('a.account_name'),
  'raw end with another table': (db) => db.selectFrom('product').modifyEnd(sql`, account`).selectAll(),
  'raw union': (db) => db.selectFrom('product').select('product_name').modifyEnd(sql`union table account`),
  'raw sub-select': (db) => db.selectNoFrom(sql`(select min(account_name) from account)`.as('n')),
  'raw table as JSON': (db) => db.selectFrom('product').select(jsonArrayFrom(sql.table('account') as never).as('n')),
  'raw on conflict': (db) =>
    db
      .insertInto('warehouse')
      .values({ warehouse_code: 'W', warehouse_name: 'W', warehouse_type: 'other', factory_id: ids.mine })
      .modifyEnd(sql`on conflict do update set factory_id = ${ids.mine}`),
  'raw statement': () => ({ execute: () => sql`table account`.execute(own) }),
  'raw setting': () => ({ execute: () => sql`set search_path = pg_catalog`.execute(own) }),
  'raw explanation': () => ({ execute: () => sql`explain verbose table account`.execute(own) }),
  'raw savepoint and more': () => ({ execute: () => sql`savepoint a; table account`.execute(own) }),
  'a function that runs a query': (db) =>
    db.selectNoFrom((eb) => eb.fn('query_to_xml', [eb.val('table account'), eb.lit(true)]).as('n')),
  'a raw function that runs a query': (db) =>
    db.selectNoFrom(sql`query_to_xml(${'table account'}, true, true, '')`.as('n')),
  'a function that reads a table': (db) => db.selectNoFrom((eb) => eb.fn('table_to_xml', [eb.val('account')]).as('n')),
  'a function that reads a file': (db) =>
    db.selectNoFrom((eb) => eb.fn('pg_read_file', [eb.val('PG_VERSION')]).as('n')),
  'a function’s name with more to it': (db) => db.selectNoFrom((eb) => eb.fn('now() from account; --', []).as('n')),
  'another schema': (db) => db.selectFrom('public.account').selectAll(),
  'the catalogue': (db) => db.selectFrom('pg_catalog.pg_authid').selectAll(),
  'a table without a rule': (db) => db.selectFrom('pg_stat_activity').selectAll(),
  'a name of an object': (db) => db.selectFrom('constructor').selectAll(),
  'a function nobody has looked at': (db) => db.selectNoFrom((eb) => eb.fn('version').as('n')),
  'a function of a schema': (db) => db.selectNoFrom((eb) => eb.fn('pg_catalog.now').as('n')),
  'an aggregate nobody has looked at': (db) => db.selectFrom('account').select((eb) => eb.fn.agg('xmlagg').as('n')),
  'a text cast to a table’s name': (db) =>
    db.selectNoFrom((eb) => eb.cast(eb.val('account'), sql`regclass` as never).as('n')),
  'a collation': (db) =>
    db
      .selectFrom('account')
      .select('account_name')
      .orderBy('name', (by) => by.collate('C')),
  'a window': (db) =>
    db.selectFrom('account').select((eb) =>
      eb.fn
        .agg('max', ['account_name'])
        .over((of) => of.partitionBy('id'))
        .as('n'),
    ),
  'rows with fetch': (db) => db.selectFrom('account').select('account_name').orderBy('id').fetch(1),
  'rows with top': (db) => db.selectFrom('account').select('account_name').top(1),
  'an output': (db) => db.deleteFrom('account').output('deleted.account_name'),
  'insert or replace': (db) => db.insertInto('warehouse').orReplace().values({ factory_id: ids.mine }),
  'an explanation': (db) => ({ execute: () => named(db).explain() }),
  'two minus signs': (db) =>
    db.selectFrom('account').select((eb) => eb.unary('-', eb.unary('-', eb.ref('id'))).as('n')),
  'with under a table’s name': (db) => db.with('account', named).selectFrom('account').selectAll(),
  'with under a name it reads': (db) =>
    db
      .with('pg_class', (one) => one.selectFrom('pg_class').selectAll())
      .selectFrom('pg_class')
      .selectAll(),
  'with in a sub-select, read outside': (db) =>
    db
      .selectFrom(db.with('pg_class', named).selectFrom('pg_class').selectAll().as('a'))
      .innerJoin('pg_class', (on) => on.onTrue())
      .selectAll(),
  'with under a table’s name, in a sub-select': (db) =>
    db.selectFrom(db.with('account', named).selectFrom('account').selectAll().as('a')).selectAll(),
  'a change of the schema': (db) => db.schema.dropTable('account'),
  'a table made of another': (db) => db.schema.createTable('copy').as(named(all)),
  'insert from select': (db) =>
    db
      .insertInto('warehouse')
      .columns(['warehouse_code', 'factory_id'])
      .expression(db.selectFrom('account').select(['account_name', 'factory_id'])),
  'insert of default values': (db) => db.insertInto('warehouse').defaultValues(),
  'insert for another by an expression': (db) =>
    db.insertInto('warehouse').values({ warehouse_code: 'W', warehouse_name: 'W', factory_id: sql`${ids.theirs}` }),
  'insert for oneself and for a dealer': (db) =>
    db.insertInto('warehouse').values({
      warehouse_code: 'W',
      warehouse_name: 'W',
      warehouse_type: 'other',
      factory_id: ids.mine,
      dealer_id: ids.dealer,
    }),
  'second of two rows for another': (db) =>
    db.insertInto('warehouse').values([
      { warehouse_code: 'W2', warehouse_name: 'W', factory_id: ids.mine },
      { warehouse_code: 'W3', warehouse_name: 'W', factory_id: ids.theirs },
    ]),
  upsert: (db) =>
    db
      .insertInto('warehouse')
      .values({ warehouse_code: 'W', warehouse_name: 'W', factory_id: ids.mine })
      .onConflict((conflict) => conflict.column('warehouse_code').doUpdateSet({ warehouse_name: 'mine' })),
  merge: (db) => db.mergeInto('account').using('product', 'account.id', 'product.id').whenMatched().thenDelete(),
  'update under another name': (db) => db.updateTable('account as a').set({ name: 'x' }),
  'giving a row away, by set(column, value)': (db) => db.updateTable('account').set('factory_id', ids.theirs),
  'giving a row away, by a reference': (db) =>
    db.updateTable('account').set((eb) => eb.ref('factory_id') as never, ids.theirs as never),
  'giving a row away, by a raw column': (db) =>
    db.updateTable('account').set(sql`factory_id` as never, ids.theirs as never),
  'sharing a row with a dealer': (db) => db.updateTable('account').set({ dealer_id: ids.dealer }),
  'changing which row it is': (db) => db.updateTable('account').set({ id: 99 }),
  'delete from a list': (db) => db.deleteFrom(['account', 'product']),
  'delete under another name': (db) => db.deleteFrom('account as a'),
  'change of what is everyone’s': (db) => db.updateTable('product').set({ product_name: 'x' }),
  'change of what is the enterprise’s': (db) => db.deleteFrom('audit_log'),
};

/** Fragments that are no expression made of what is listed, each for another reason. */
const fragments: Record<string, RawBuilder<unknown>> = {
  'nothing of a list': sql`xmlparse(document 'x')`,
  'the caller of the database': sql`current_user`,
  'a setting': sql`current_setting('server_version')`,
  'a column without its table': sql`account_name`,
  'a row as a whole': sql`account`,
  'all columns of a row': sql`account.*`,
  'three names': sql`public.account.account_name`,
  'a field of something made': sql`(account).account_name`,
  'a function of a schema': sql`pg_catalog.lower('x')`,
  'a function in a cast': sql`'x'::text::regclass`,
  'a cast by a function': sql`cast('account' as regclass)`,
  'a typed text': sql`regclass 'account'`,
  'a text of escapes': sql`e'\\x27'`,
  'a text of code points': sql`u&'x'`,
  'a text that an escape goes on with': sql`'\\' || 'x'`,
  'a text in dollars': sql`$$x$$`,
  'a quoted name': sql`"account"."account_name"`,
  'a text around a value': sql`'${'x'}'`,
  'a text around a literal': sql`'${sql.lit(' || account.account_name || ')}'`,
  'a comment over two fragments': sql`1 -${sql`- 1`}`,
  'a comment with a negative literal': sql`1 -${sql.lit(-1)}`,
  'a block comment over two fragments': sql`1 /${sql`* 1`}`,
  'a number that goes on in a value': sql`1${1}`,
  'a name that goes on in a value': sql`account.account_name${1}`,
  'a sign nobody has looked at': sql`account.id ^@ account.id`,
  'more than one value': sql.join([1, 2]),
  'a table among values': sql`lower(${sql.table('account')})`,
  'a name among values': sql`lower(${sql.id('account', 'account_name')})`,
  'an order within': sql`array_agg(account.account_name order by account.id)`,
  'a condition within': sql`count(*) filter (where true)`,
  'a window': sql`count(*) over ()`,
  'a letter of another script': sql`ａccount.account_name`,
};

describe('a fragment is refused', () => {
  test.each(Object.entries(fragments))('%s', async (_, fragment) => {
    const at: Record<string, Attack> = {
      selection: (db) => db.selectFrom('account').select(fragment.as('n')),
      condition: (db) => named(db).where(sql<boolean>`(${fragment}) is not null`),
      order: (db) => named(db).orderBy(fragment),
      value: (db) => db.updateTable('account').set({ name: fragment }),
      alias: (db) => db.selectFrom((eb) => eb.fn('now', []).as(fragment as RawBuilder<string>)).selectAll(),
    };
    for (const attack of Object.values(at)) await staysOwn(attack, { narrowed: false });
  });
});

test('a query fragment the builder may add in future is refused everywhere', async () => {
  const strange = { kind: 'PipeNode', table: 'account' } as unknown as OperationNode;
  const select = SelectQueryNode.createFrom([]);
  for (const query of [
    strange,
    { ...select, where: WhereNode.create(strange) },
    { ...select, selections: [{ kind: 'SelectionNode', selection: strange }] },
    { ...select, fetch: strange },
    { ...select, endModifiers: [strange] },
    FunctionNode.create('lower', [strange]),
  ]) {
    const condition = { expressionType: undefined, toOperationNode: () => ParensNode.create(query as OperationNode) };
    const reading = named(own).where(condition).execute();
    await expect(reading).rejects.toMatchObject({ message: 'no_access', cause: 'a query holds a PipeNode' });
  }
});

describe('is filtered', () => {
  test.each(Object.entries(narrowed))('%s', (_, attack) => staysOwn(attack, { narrowed: true }));
});

describe('is refused', () => {
  test.each(Object.entries(refused))('%s', (_, attack) => staysOwn(attack, { narrowed: false }));
});

test("no attack reaches other parties' rows", async () => {
  const rows = await all.selectFrom('account').select(['account_name', 'name', 'factory_id', 'dealer_id']).execute();
  expect(rows).toContainEqual({ account_name: 'theirs', name: 'x', factory_id: ids.theirs, dealer_id: null });
});

test('every expression that queries of parties use is still in use', async () => {
  const fine = own
    .selectFrom('product as p')
    .where(sql<boolean>`p.search_text is distinct from ${'x'}`)
    .where(sql<boolean>`extract(year from p.created_at) > 0`)
    .where(sql<boolean>`lower(${sql.ref('p.product_name')}) like any(${['%']}::text[])`)
    .where((eb) => eb.fn<boolean>('starts_with', ['p.product_name', eb.val('P')]))
    .select([sql<number>`coalesce(sum(p.id), 0)::bigint`.as('n'), sql<number>`count(*)`.as('c')]);
  expect(await fine.execute()).toHaveLength(1);
  await own.transaction().execute(async (trx) => {
    await sql`savepoint lines`.execute(trx);
    await sql`rollback to savepoint lines`.execute(trx);
  });
});

test('every rule evaluates as the database does', async () => {
  for (const table of tables.keys()) {
    for (const kind of ['factory', 'dealer'] as const) {
      const rows = ownRowsOf(database.db, { kind, id: 0 }, tables) as Queries;
      const found = await rows.selectFrom(table).selectAll().execute();
      if (tables.get(table)?.rows !== 'everyone') expect(found, table).toEqual([]);
    }
  }
});

test("queries can only name the project's own tables", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p', 'v', 'm', 'f')`;
  const undeclared = rows.map(({ name }) => name).filter((name) => !tables.has(name));
  for (const name of undeclared) {
    await expect(own.selectFrom(name).selectAll().execute(), name).rejects.toThrow('no_access');
  }
});

test('the known ways around the filter of the query builder are complete', () => {
  // Not refused here, but by the list of who may use them (system-access.test.ts).
  expect(named(own.withoutPlugins()).compile().sql).not.toContain('factory_id');
  expect(CompiledQuery.raw('select 1').sql).toBe('select 1');
});
