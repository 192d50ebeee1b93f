import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../platform/database/database.ts';
import { isOutage } from '../../../platform/database/database.ts';
import { onCluster } from '../../../test/harness/new-database.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';
import { writePackings } from './write-packings.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const rows = (first: number, count = 5000) =>
  Array.from({ length: count }, (_, n) => ({ child: first + n, parent: 9_000_000 + Math.floor(n / 24), packedBy: 1 }));
const outcomeOf = (work: (sql: Connection) => Promise<unknown>): Promise<unknown> =>
  server.sql.begin(work).then(
    () => 'written',
    (error: unknown) => error,
  );
const isPacked = async (child: number) => (await server.sql`select 1 from packing where child = ${child}`).length === 1;

test('many packings are copied in, whatever their order', async () => {
  expect(await outcomeOf((sql) => writePackings(sql, rows(1).toReversed()))).toBe('written');
  const [row] = await server.sql`select count(*)::int as n, min(child)::int as first from packing where child <= 5000`;
  expect(row).toEqual({ n: 5000, first: 1 });
});

test('what speaks against them is thrown, and the connection serves whoever comes next', async () => {
  const error = await outcomeOf((sql) => writePackings(sql, [...rows(10_000), ...rows(14_999, 1000)]));
  // What a worker of a cluster refuses is told in a sentence alone.
  expect(error).toMatchObject(onCluster ? { message: expect.stringContaining('duplicate key') } : { code: '23505' });
  expect(await isPacked(10_000)).toBe(false);
  expect(await outcomeOf((sql) => writePackings(sql, rows(10_000)))).toBe('written');
});

test('a connection that is lost amid them is an outage, and nothing of them is kept', async () => {
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
