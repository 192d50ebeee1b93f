import { finished } from 'node:stream/promises';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, isOutage } from '#platform/database/database.ts';
import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newMigratedDatabase } from './harness/new-database.ts';
import { Road } from './harness/road.ts';
import { type TestServer, testServer } from './harness/server.ts';

// A server whose way to the database is cut for a while, beside one whose is not.

let road: Road;
let beyond: TestServer;
let server: TestServer;
beforeAll(async () => {
  const databaseUrl = await newMigratedDatabase();
  road = await Road.to(databaseUrl);
  beyond = await testServer({}, { databaseUrl, masterKey: 'ab'.repeat(32) });
  server = await testServer({}, { databaseUrl: road.url, masterKey: 'ab'.repeat(32) });
});
afterAll(async () => {
  await server.stop();
  await beyond.stop();
  await road.close();
});

test('without its database every call answers 503 with the reason, and recovery needs no restart', async () => {
  await road.close();
  for (let round = 0; round < 3; round++) {
    expect((await server.fetch('/readyz')).status).toBe(503);
    expect((await server.fetch('/healthz')).status).toBe(200);
    const answer = await server.call(product.page, {}, { language: 'en' });
    expect([answer.status, answer.envelope.code]).toEqual([503, ErrorCode.overloaded]);
    expect((await server.call(scan, { code: 'x' }, { token: '' })).status).toBe(503);
  }
  expect((await server.fetch(product.page.path, { headers: { token: server.admin } })).headers.get('retry-after')).toBe(
    '2',
  );

  // What others did meanwhile is known as soon as the way is open again.
  const rule = await beyond.data(codeRule.add, {
    rule_name: 'meanwhile',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const order = await beyond.data(orderAdd, { rule_id: rule.id, quantity: 1 });
  await road.open();
  await expect.poll(async () => (await server.fetch('/readyz')).status, { timeout: 20_000 }).toBe(200);
  expect((await server.data(codeOrder.page, {})).rows).toMatchObject([{ first_code: order.first }]);
  const verdict = async () => (await server.data(scan, { code: order.first }, { token: '' })).verdict;
  await expect.poll(verdict, { timeout: 20_000 }).toBe('unbound');
});

test('a database that is frozen or cut off is told of after some seconds, then at once, and used again when it answers', async () => {
  const ask = async () => (await server.call(scan, { code: 'a stranger in the frost' }, { token: '' })).status;
  const look = async () => (await server.call(product.page, {})).status;
  expect([await ask(), await look()]).toEqual([200, 200]);
  road.freeze();
  // Without a bound they would wait for 20 and 60 seconds, or for as long as TCP does.
  expect(await Promise.all([ask(), look()])).toEqual([503, 503]);
  expect(await Promise.all([ask(), look()])).toEqual([503, 503]);
  expect(await (await server.fetch('/readyz')).json()).toMatchObject({ reason: 'the database does not answer' });
  road.thaw();
  await expect.poll(async () => [await ask(), await look()]).toEqual([200, 200]);
  expect((await server.fetch('/readyz')).status).toBe(200);
});

test('a COPY with a cut connection is an outage, like every statement', async () => {
  const copying = server.sql.begin(async (own) => {
    const rows = await own`copy packing (child, parent, packed_by) from stdin`.writable();
    await road.close();
    rows.end('1\t2\t3\n');
    await finished(rows);
  });
  const error = await copying.catch((thrown) => thrown);
  await road.open();
  expect(isOutage(error)).toBe(true);
});

test('a database that ends its sessions is reconnected at once', async () => {
  await beyond.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await server.call(product.page, {})).status).toBe(200);
});

test('a scan refused in the outage is not counted', async () => {
  const ask = () => server.call(scan, { code: 'a stranger in the storm' }, { token: '' });
  await road.close();
  expect((await ask()).status).toBe(503);
  await road.open();
  await expect.poll(async () => (await server.fetch('/readyz')).status).toBe(200);
  await expect.poll(async () => (await ask()).envelope.data?.scan.count).toBe(1);
});

test('an outage ends once the connection is back, however often', async () => {
  const ask = () => server.call(scan, { code: 'a stranger in many storms' }, { token: '' });
  for (let storm = 0; storm < 20; storm++) {
    await road.close();
    expect((await ask()).status).toBe(503);
    await road.open();
    await expect.poll(async () => (await ask()).status).toBe(200);
  }
});

test('a transaction whose session ends fails alone, even if it continues', async () => {
  const { sql } = beyond;
  for (let n = 0; n < 10; n++) {
    const lost = sql.begin(async (own) => {
      const [session] = await own<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await sql`select pg_terminate_backend(${session?.pid ?? 0}::int)`.catch(() => {});
      await own`select 1`.catch(() => {});
      await own`select 2`;
    });
    await expect(lost).rejects.toThrow();
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
  }
});

const transactions = {
  inTransaction,
  begin: (sql: Sql, work: InTransaction) => sql.begin((own) => work(own, own)),
};
type InTransaction = (_: unknown, own: Connection) => Promise<unknown>;

test.each(Object.entries(transactions))('%s does not continue elsewhere once its session ended', async (_, begin) => {
  const { sql } = beyond;
  await sql`create table if not exists kept_amid (n int)`;
  for (let n = 0; n < 10; n++) {
    const lost = begin(sql, async (_, own) => {
      const [session] = await own<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await own`insert into kept_amid values (${n})`;
      await sql`select pg_terminate_backend(${session?.pid ?? 0}::int)`.catch(() => {});
      // Others take all connections, and with them the place of the lost one.
      await Promise.all(Array.from({ length: 40 }, () => sql`select pg_sleep(0.01)`.catch(() => {})));
      await own`insert into kept_amid values (${n})`;
    });
    expect(isOutage(await lost.catch((error) => error))).toBe(true);
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
  }
  expect(await sql`select n from kept_amid`).toEqual([]);
});

describe('a temporary inability of the database is a 503, however many statements were sent together', () => {
  const called = async () => [
    (await beyond.call(scan, { code: 'a stranger in the calm' }, { token: '' })).status,
    (await beyond.call(product.add, { product_code: `P-${Math.random()}`, product_name: 'p' })).status,
    (await beyond.call(orderAdd, { rule_id: 1, quantity: 1 })).status,
  ];
  const name = () => beyond.sql(new URL(beyond.databaseUrl).pathname.slice(1));
  /** Connections take a setting of the database as they begin. None of the server's may outlive this, so it comes from outside. */
  const endOthers = async () => {
    const outside = openSql(beyond.databaseUrl, { max: 1 });
    await outside`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await outside.end();
  };

  test('because it is read-only, as after a failover', async () => {
    await beyond.sql`alter database ${name()} set default_transaction_read_only = on`;
    try {
      await endOthers();
      await expect.poll(called).toEqual([503, 503, 503]);
      const ready = await beyond.fetch('/readyz');
      expect([ready.status, await ready.json()]).toMatchObject([503, { reason: 'the database is read-only' }]);
    } finally {
      await beyond.sql.begin(async (own) => {
        await own`set transaction read write`;
        await own`alter database ${name()} reset default_transaction_read_only`;
      });
      await endOthers();
    }
    await expect.poll(called).toEqual([200, 200, 200]);
  });

  test('because a table is locked', async () => {
    await beyond.sql`alter database ${name()} set lock_timeout = '100ms'`;
    try {
      await endOthers();
      await expect.poll(called).toEqual([200, 200, 200]);
      await beyond.sql.begin(async (own) => {
        await own`lock table scan_stat, product, code_rule in access exclusive mode`;
        await expect.poll(called).toEqual([503, 503, 503]);
      });
    } finally {
      await beyond.sql`alter database ${name()} reset lock_timeout`;
      await endOthers();
    }
    await expect.poll(called).toEqual([200, 200, 200]);
  });
});
