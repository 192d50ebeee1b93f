import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, isOutage } from '#platform/database/database.ts';

import { onCluster } from '#test/harness/new-database.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { packingRows, writePackings } from './write-packings.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const packings = (first: number, count = 5000) =>
  Array.from({ length: count }, (_, n) => ({
    children: [first + n],
    parent: 9_000_000 + Math.floor(n / 24),
    packedBy: 1,
  }));
const rows = (...of: Parameters<typeof packings>) => packingRows(packings(...of));
const outcomeOf = (work: (sql: Connection) => Promise<unknown>): Promise<unknown> =>
  server.sql.begin(work).then(
    () => 'written',
    (error: unknown) => error,
  );
const isPacked = async (child: number) => (await server.sql`select 1 from packing where child = ${child}`).length === 1;

test('many packings are copied in, in any order', async () => {
  expect(await outcomeOf((sql) => writePackings(sql, packingRows(packings(1).toReversed())))).toBe('written');
  const [row] = await server.sql`select count(*)::int as n, min(child)::int as first from packing where child <= 5000`;
  expect(row).toEqual({ n: 5000, first: 1 });
  const last = await server.sql`select parent, packed_by from packing where child = 5000`;
  expect(last).toEqual([{ parent: 9_000_208, packed_by: 1 }]);
});

test('codes beyond 32 bits are copied intact', async () => {
  const [first, parent] = [4000 * 2 ** 40 + 2 ** 32 - 500, 9 * 2 ** 40 + 2 ** 31];
  const children = Array.from({ length: 1000 }, (_, n) => first + n);
  expect(await outcomeOf((sql) => writePackings(sql, packingRows([{ children, parent, packedBy: 2 ** 33 + 7 }])))).toBe(
    'written',
  );
  const written = await server.sql<{ child: number }[]>`
    select child from packing where parent = ${parent} and packed_by = ${2 ** 33 + 7} order by child`;
  expect(written.map(({ child }) => child)).toEqual(children);
});

test('errors are thrown, and the connection serves the next caller', async () => {
  const error = await outcomeOf((sql) =>
    writePackings(sql, packingRows([...packings(10_000), ...packings(14_999, 1000)])),
  );
  // A refusal by a worker of a cluster consists of a sentence alone.
  expect(error).toMatchObject(onCluster ? { message: expect.stringContaining('duplicate key') } : { code: '23505' });
  expect(await isPacked(10_000)).toBe(false);
  expect(await outcomeOf((sql) => writePackings(sql, rows(10_000)))).toBe('written');
});

test('a connection lost midway is an outage, and nothing is kept', async () => {
  for (const wait of [0, 1, 2, 4, 8]) {
    const error = await outcomeOf(async (sql) => {
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      setTimeout(() => void server.sql`select pg_terminate_backend(${own?.pid as number}::int)`.catch(() => {}), wait);
      for (let first = 20_000; ; first += 5000) await writePackings(sql, rows(first));
    });
    expect(isOutage(error)).toBe(true);
    expect(await isPacked(20_000)).toBe(false);
  }
});
