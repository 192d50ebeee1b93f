import { product } from '@suyuan/contract/base/product/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { openDatabase } from '../database/database.ts';
import { MasterKey } from '../secrets/master-key.ts';
import { verifyAudit } from './verify.ts';

let server: TestServer;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  server = await testServer();
  database = openDatabase(server.databaseUrl, 1);
  for (let nth = 1; nth <= 12; nth++) await server.data(product.add, { product_code: `P${nth}`, product_name: 'x' });
});
afterAll(async () => {
  await database?.close();
  await server.stop();
});

const verify = (masterKey = server.masterKey, noted?: string) =>
  verifyAudit(database.db, new MasterKey(Buffer.from(masterKey, 'hex')), noted);

/** What is found while the rows are not what they were; then they are put back. */
async function foundAfter(tampering: string) {
  const { sql } = server;
  await sql`create table kept_log as table audit_log`;
  await sql`create table kept_change as table audit_change`;
  await sql`create table kept_head as table audit_head`;
  await sql.unsafe(tampering);
  const { problems } = await verify();
  await sql`truncate audit_log, audit_change, audit_head`;
  await sql`insert into audit_log table kept_log`;
  await sql`insert into audit_change table kept_change`;
  await sql`insert into audit_head table kept_head`;
  await sql`drop table kept_log, kept_change, kept_head`;
  return problems;
}

const facts = 'at, account_id, account_name, ip, call, input, changes, changes_digest';
const copied = (id: number, from: number) =>
  `insert into audit_log (id, ${facts}, previous_mac, mac) select ${id}, ${facts}, previous_mac, mac from audit_log where id = ${from}`;

test('an intact log has no problems, and reports its head', async () => {
  const [head] = await server.sql<{ mac: string }[]>`select mac from audit_head`;
  expect(await verify()).toEqual({ records: 12, head: head?.mac, holdsNoted: undefined, problems: [] });
});

test.each([
  ['a record is changed', 'update audit_log set account_name = $$someone$$ where id = 4', [{ id: 4, kind: 'changed' }]],
  ['its time is', `update audit_log set at = at - interval '1 s' where id = 4`, [{ id: 4, kind: 'changed' }]],
  ['its input is', `update audit_log set input = '{}' where id = 4`, [{ id: 4, kind: 'changed' }]],
  [
    'its hash is',
    `update audit_log set mac = 'x' where id = 4`,
    [
      { id: 4, kind: 'changed' },
      { id: 5, kind: 'inserted' },
    ],
  ],
  [
    'what it changed is changed',
    `update audit_change set after = '{}' where audit_id = 6`,
    [{ id: 6, kind: 'changed' }],
  ],
  ['a change is taken from it', 'delete from audit_change where audit_id = 6', [{ id: 6, kind: 'changed' }]],
  [
    'a change is added to it',
    'insert into audit_change select audit_id, 9, thing, thing_id, before, after from audit_change where audit_id = 6',
    [{ id: 6, kind: 'changed' }],
  ],
  [
    'a change is added to no record',
    'insert into audit_change select 99, 0, thing, thing_id, before, after from audit_change where audit_id = 6',
    [{ id: 99, kind: 'inserted' }],
  ],
  ['a record is removed', 'delete from audit_log where id = 3', [{ id: 3, kind: 'missing' }]],
  [
    'a record is removed and the numbers are closed up',
    'delete from audit_log where id = 12; update audit_log set id = -id where id > 3; update audit_log set id = 1 - id where id < 0',
    expect.arrayContaining([{ id: 4, kind: 'missing' }]),
  ],
  [
    'records change places',
    'update audit_log set id = id - 15 where id in (7, 8); update audit_log set id = -id where id < 0',
    expect.arrayContaining([
      { id: 7, kind: 'changed' },
      { id: 8, kind: 'changed' },
    ]),
  ],
  [
    'a record is put in the place of another',
    `delete from audit_log where id = 5; ${copied(5, 4)}`,
    expect.arrayContaining([{ id: 5, kind: 'changed' }]),
  ],
  ['the end is cut off', 'delete from audit_log where id > 9', expect.arrayContaining([{ id: 12, kind: 'cut off' }])],
  [
    'the end is cut off and the head with it, but badly',
    'delete from audit_log where id > 9; delete from audit_change where audit_id > 9; update audit_head set last_id = 9',
    [{ id: 9, kind: 'cut off' }],
  ],
  [
    'a record is added at the end',
    copied(13, 12),
    [
      { id: 13, kind: 'changed' },
      { id: 12, kind: 'cut off' },
    ],
  ],
  ['all is removed', 'delete from audit_log', expect.arrayContaining([{ id: 12, kind: 'cut off' }])],
])('verification detects when %s', async (_, tampering, problems) => {
  expect(await foundAfter(tampering)).toEqual(problems);
  expect((await verify()).problems).toEqual([]);
});

test('a recorded head reveals an end that was cut off together with the head', async () => {
  const [noted] = await server.sql<{ mac: string }[]>`select mac from audit_head`;
  expect((await verify(undefined, noted?.mac)).holdsNoted).toBe(true);
  await server.sql`create table kept as select * from audit_log where id = 12`;
  await server.sql`delete from audit_log where id = 12`;
  await server.sql`update audit_head set last_id = 11, mac = (select mac from audit_log where id = 11)`;
  expect(await verify(undefined, noted?.mac)).toMatchObject({ holdsNoted: false });
  await server.sql`insert into audit_log table kept`;
  await server.sql`update audit_head set last_id = 12, mac = ${noted?.mac as string}`;
});

test('under another master key no record verifies', async () => {
  const { problems } = await verify('ab'.repeat(32));
  expect(problems.map(({ kind }) => kind)).toEqual(Array(12).fill('changed'));
});

test('concurrent writes by a server are not reported as tampering', async () => {
  const writing = Array.from({ length: 20 }, (_, nth) =>
    server.data(product.add, { product_code: `W${nth}`, product_name: 'x' }),
  );
  for (let times = 0; times < 5; times++) expect((await verify()).problems).toEqual([]);
  await Promise.all(writing);
  expect(await verify()).toMatchObject({ records: 32, problems: [] });
});
