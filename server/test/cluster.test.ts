import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { importedCodes } from '#identity/imported-codes.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { Placement, Table, Tables } from '#platform/database/table.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { lookUp, recordScans } from '#scans/scan-record.ts';
import { tables } from '#tables.ts';
import { eventIdsOf } from '#trace/flow/events-about.ts';
import { addCitus, newDatabase, newPlainDatabase, onCluster } from './harness/new-database.ts';
import { ended, newDataDir, signIn, startProcess } from './harness/process.ts';
import { type TestServer, testServer } from './harness/server.ts';

// What only a Citus cluster does. That everything else works on it too, the other tests show, run by `npm test -- citus`.

const rule = {
  rule_name: 'r',
  level: 1,
  prefix: 'C',
  alphabet: 'base36',
  body_length: 12,
  check: 'none',
  carrier: 'plain',
} as const;

function open(url: string): Database {
  const database = openDatabase(url, 2);
  onTestFinished(() => database.close());
  return database;
}

async function started(beside?: Pick<TestServer, 'databaseUrl' | 'masterKey'>): Promise<TestServer> {
  const server = await testServer({}, beside);
  onTestFinished(() => server.stop());
  return server;
}

/** Where the tables lie, as Citus has it. */
async function lying(sql: Sql): Promise<Record<string, Placement>> {
  const rows = await sql<{ name: string; reference: boolean; by: string | null }[]>`
    select c.relname as name, repmodel = 't' as reference, column_to_column_name(c.oid, partkey) as by
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`;
  return Object.fromEntries(
    rows.map(({ name, reference, by }) => [
      name,
      by === null ? (reference ? 'reference' : 'local') : { distributedBy: by },
    ]),
  );
}

/** In how many ways tables are spread. */
async function spreads(sql: Sql): Promise<number> {
  const rows = await sql`select distinct colocationid from pg_dist_partition where partmethod = 'h'`;
  return rows.length;
}

const notLocal = (places: Record<string, Placement>) =>
  Object.fromEntries(Object.entries(places).filter(([, placement]) => placement !== 'local'));

const placementsOf = (some: Tables) => Object.fromEntries([...some].map(([name, { placement }]) => [name, placement]));
/** Where the tables should lie. */
const places = placementsOf(tables);

describe.runIf(onCluster)('on a cluster', { timeout: 120_000 }, () => {
  test('places each table correctly, with servers starting at once and after another start', async () => {
    const url = await newDatabase();
    const [one, other] = [open(url), open(url)];
    await Promise.all([migrate(one.sql, tables), migrate(other.sql, tables)]);
    const first = await lying(one.sql);
    expect(notLocal(first)).toEqual(notLocal(places));
    expect(await spreads(one.sql)).toBe(1);
    await migrate(one.sql, tables);
    expect(await lying(one.sql)).toEqual(first);
  });

  test('places the tables correctly with the nodes in any order', async () => {
    const { sql } = open(await newDatabase());
    await migrate(sql, new Map([...tables].toReversed()));
    expect(notLocal(await lying(sql))).toEqual(notLocal(places));
  });

  test('a real server signs people in, and so does the next one', async () => {
    const dataDir = await newDataDir();
    for (const _ of ['first', 'second']) {
      const server = await startProcess(dataDir);
      expect(await signIn(server)).not.toBe('');
      await ended(server.child, 'SIGTERM');
    }
  });

  test('an interrupted start is completed by the next one', async () => {
    const { sql } = open(await newDatabase());
    const others = new Map([...tables].filter(([name]) => name !== 'product' && name !== 'consumer_scan'));
    await migrate(sql, others);
    expect(await lying(sql)).not.toHaveProperty('consumer_scan');
    await migrate(sql, tables);
    expect(notLocal(await lying(sql))).toEqual(notLocal(places));
  });

  test('later migrations distribute what they create and change', async () => {
    const { sql } = open(await newDatabase());
    const folder = await mkdtemp(join(tmpdir(), 'suyuan-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const migrations = new URL('../migrations/', import.meta.url);
    // What was there when databases were first laid out; all that came since finds them so.
    const names = (await readdir(migrations)).toSorted();
    const copy = (some: string[]) => Promise.all(some.map((name) => cp(new URL(name, migrations), join(folder, name))));
    await copy(names.filter((name) => name < '0017'));
    await migrate(sql, tables, pathToFileURL(`${folder}/`));
    await copy(names);
    await writeFile(
      join(folder, '9998_places.sql'),
      `create table later_place (id bigint generated always as identity primary key, dealer_id bigint references dealer);
      create table later_packing (code_id bigint primary key, place_id bigint not null references later_place);
      create table later_note (id bigint primary key, place_id bigint references later_place);
      insert into product (product_code, product_name) values ('later', 'later');
      alter table consumer_scan add column later text;
      update consumer_scan set later = 'x';`,
    );
    await writeFile(
      join(folder, '9999_references.sql'),
      `alter table product add column place_id bigint references later_place;
      create index product_place on product (place_id);
      update product set place_id = null;`,
    );
    const facts = (name: string, placement: Placement): [string, Table] => [
      name,
      { name, placement, rows: 'enterprise' },
    ];
    const later = new Map([
      ...tables,
      facts('later_place', 'reference'),
      facts('later_packing', { distributedBy: 'code_id' }),
      facts('later_note', 'local'),
    ]);
    await migrate(sql, later, pathToFileURL(`${folder}/`));
    await migrate(sql, later, pathToFileURL(`${folder}/`));
    expect(notLocal(await lying(sql))).toEqual(notLocal(placementsOf(later)));
    expect(await spreads(sql)).toBe(1);
    await sql`insert into later_place default values`;
    await sql`insert into later_packing (code_id, place_id) values (1, 1)`;
    await sql`update product set place_id = 1`;
  });

  test('adding Citus to a database in use moves its rows, and work continues', async () => {
    const before = await testServer({}, { databaseUrl: await newPlainDatabase(), masterKey: 'ab'.repeat(32) });
    const { id: product_id } = await before.data(product.add, { product_code: 'P', product_name: '酒' });
    const { id: rule_id } = await before.data(codeRule.add, rule);
    const order = await before.data(orderAdd, { rule_id, product_id, quantity: 3 });
    const ask = async (server: TestServer, code = order.first) =>
      (await server.data(scan, { code }, { token: '' })).scan.count;
    expect(await ask(before)).toBe(1);
    expect(await ask(before)).toBe(2);
    await before.stop();
    await addCitus(before.databaseUrl);

    const server = await started(before);
    expect(notLocal(await lying(server.sql))).toEqual(notLocal(places));
    expect(await ask(server)).toBe(3);
    const [state] = await server.data(codesQuery, { codes: [order.first as string] });
    expect(state).toMatchObject({ state: 'bound', product_name: '酒', scan_count: 3 });
    expect((await server.data(codeOrder.page, {})).rows).toMatchObject([{ order_no: order.order_no, used: 1 }]);
    expect((await server.data(consumerScan.page, {})).total).toBe(3);
    expect(await server.data(orderAdd, { rule_id, product_id, quantity: 1 })).toMatchObject({ count: 1 });
    // Nothing of what was moved is left behind.
    const left = await server.sql`
      select logicalrelid::text as name from pg_dist_partition
      where (partmethod = 'h' or repmodel = 't') and pg_relation_size(logicalrelid) > 0`;
    expect(left).toEqual([]);
  });

  test('a query for one code goes to one shard', async () => {
    const server = await started();
    const { id: product_id } = await server.data(product.add, { product_code: 'P', product_name: '酒' });
    const { id: rule_id } = await server.data(codeRule.add, rule);
    const { id } = await server.data(orderAdd, { rule_id, product_id, quantity: 1 });
    const [order] = await server.sql<{ first_id: number }[]>`select first_id from code_order where id = ${id}`;
    const { first_id: codeId } = order as { first_id: number };
    const statements: { query: string; parameters: readonly unknown[] }[] = [];
    const sql = openSql(server.databaseUrl, {
      max: 1,
      sending: (query, parameters) => void statements.push({ query, parameters }),
    });
    onTestFinished(() => sql.end());
    const nowhere = { country: '', province: '', city: '' };
    const device = { device: '', os: '', browser: '' };
    const one = { codeId, text: 'x', statedGtin: undefined, at: new Date(), ip: '', region: nowhere, device };
    await lookUp(sql, one);
    expect(await recordScans(sql, [one])).toMatchObject([{ nth: 1, productId: product_id }]);
    await importedCodes(sql, ['ABCDEF123456']);
    expect(await eventIdsOf(sql, codeId)).toEqual([]);

    const spread = [...tables.values()]
      .filter(({ placement }) => typeof placement === 'object')
      .map(({ name }) => name);
    const ofShards = new RegExp(`\\b(from|into|join|update) "?(${spread.join('|')})\\b`);
    const ofTables = statements.filter(({ query }) => ofShards.test(query));
    expect(ofTables).toHaveLength(14);
    for (const { query, parameters } of ofTables) {
      const plan = await server.sql.unsafe(`explain ${query}`, parameters);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      for (const [, tasks] of text.matchAll(/Task Count: (\d+)/g)) expect([query, tasks]).toEqual([query, '1']);
      expect(text).toContain('Citus');
    }
  });
});
