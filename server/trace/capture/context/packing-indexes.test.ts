import { afterAll, beforeAll, expect, test } from 'vitest';
import { onCluster } from '#test/harness/new-database.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { PackingIndexes } from './write-packings.ts';

let server: TestServer;
let indexes: PackingIndexes;
beforeAll(async () => {
  server = await testServer();
  indexes = new PackingIndexes({ sql: server.sql, timeZone: () => 'Asia/Shanghai' });
});
afterAll(() => server.stop());

const rows = 20_000;
/** Units of a rule, as a packing file brings them: ascending, six to a case. */
async function pack(rule: number): Promise<void> {
  for (let from = 0; from < rows; from += 1000)
    await server.sql`
      insert into packing (child, parent, packed_by)
      select ${rule} * 1e9 + n, ${rule} * 1e9 + 5e8 + n / 6, 1 from generate_series(${from}::int, ${from + 999}) n`;
  await server.sql`analyze packing`;
}
const bytes = async () => {
  const [row] = await server.sql<{ bytes: number }[]>`select pg_indexes_size('packing')::int as bytes`;
  return row?.bytes as number;
};

test.skipIf(onCluster)('half-empty indexes of packings are compacted, also after an interruption', async () => {
  await pack(9);
  expect(await indexes.areLoose(rows)).toBe(false);
  for (const rule of [3, 5, 7]) await pack(rule);
  expect(await indexes.areLoose(1_000_000)).toBe(false);
  expect(await indexes.areLoose(rows)).toBe(true);
  const before = await bytes();
  // What PostgreSQL leaves when the server is stopped amid compacting.
  await server.sql`create index packing_pkey_ccnew on packing (child)`;
  await server.sql`update pg_index set indisvalid = false where indexrelid = 'packing_pkey_ccnew'::regclass`;
  await indexes.compact();
  expect(await bytes()).toBeLessThan(before * 0.8);
  expect(await indexes.areLoose(rows)).toBe(false);
  const names = await server.sql`select indexname from pg_indexes where tablename = 'packing' order by 1`;
  expect(names.map(({ indexname }) => indexname)).toEqual(['packing_parent', 'packing_pkey']);
});
