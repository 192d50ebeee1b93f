import { systemMinutes, systemStatus } from '@suyuan/contract/organ/system-status.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Metrics } from '#platform/metrics/metrics.ts';
import { MinuteMeter } from '#platform/metrics/minute-meter.ts';
import { ServerSigns } from '#platform/status/server-signs.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const status = () => server.data(systemStatus, {});

test('administrators see the database, the disk and their server', async () => {
  const { database, disk, servers, version, jobs } = await status();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(['postgresql', 'citus']).toContain(database.kind);
  expect(database.tables).toHaveLength(10);
  expect(database.tables.map(({ bytes }) => bytes)).toEqual(
    database.tables.map(({ bytes }) => bytes).sort((one, other) => other - one),
  );
  expect(disk?.free).toBeGreaterThan(0);
  expect(servers).toMatchObject([{ state: 'running', answers: true, version }]);
  expect(jobs).toMatchObject({ waiting: 0, running: 0, oldest_at: null, broken: [] });
});

test('a second server is seen from the first, until it is stopped or silent', async () => {
  const other = await testServer({}, server);
  expect((await status()).servers.map(({ state, answers }) => ({ state, answers }))).toEqual(
    expect.arrayContaining([
      { state: 'running', answers: true },
      { state: 'running', answers: false },
    ]),
  );
  await other.stop();
  expect((await status()).servers.map(({ state }) => state).sort()).toEqual(['running', 'stopped']);
  await server.sql`
    insert into server (id, host_name, version, started_at, seen_at)
    values (gen_random_uuid(), 'crashed', '1.0.0', now() - interval '1 day', now() - interval '5 minutes')`;
  expect((await status()).servers.find(({ host_name }) => host_name === 'crashed')?.state).toBe('silent');
});

test('what a server did is shown minute by minute, without what is older than an hour', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const metrics = new Metrics();
  const sql = server.sql;
  const signs = new ServerSigns(sql, id, new MinuteMeter(metrics, {} as never), { error: () => {} } as never);
  await signs.start();
  for (const milliseconds of [10, 10, 900]) metrics.scanned('genuine', milliseconds);
  await signs.measure();
  await signs.measure();
  await sql`update server_minute set ends_at = ends_at - interval '90 minutes' where server_id = ${id} and figures ->> 'scans' = '0'`;
  const minutes = await server.data(systemMinutes, { server_id: id });
  expect(minutes).toMatchObject([{ scans: 3, calls: 0, call_time: null, errors: 0 }]);
  expect(minutes[0]?.scan_time).toBeGreaterThan(0.8);
  expect(minutes[0]?.memory).toBeGreaterThan(1_000_000);
  await signs.stop();
});

test('a job that broke off is named, with its screen and who started it', async () => {
  await server.sql`
    insert into job (id, kind, menu_key, state, account_id, ip, language, input, ended_at)
    select gen_random_uuid(), 'import', 'productlist', 'broken', id, '', 'zh', '{}', now() from account where account_name = 'admin'`;
  expect((await status()).jobs.broken).toMatchObject([{ menu_key: 'productlist', account_name: 'admin' }]);
});

test('a verification is shown with what was wrong, and when nothing was', async () => {
  expect((await status()).verifications).toMatchObject([
    { verified: 'trace', at: null },
    { verified: 'audit', at: null },
  ]);
  await server.sql`
    insert into audit_check (records, problems, checked_at) values (5, 0, now() - interval '1 day'), (6, 2, now())`;
  const [, audit] = (await status()).verifications;
  expect(audit?.problems).toBe(2);
  expect(Date.parse(audit?.at as string) - Date.parse(audit?.clean_at as string)).toBe(86_400_000);
});

test('the last backups are shown, with why one failed', async () => {
  await server.sql`
    insert into backup (is_scheduled, file, host_name, state, began_at, bytes, rows, failure) values
      (true, '/backups/one.tar', 'a', 'done', now() - interval '1 day', 5000, 12, null),
      (true, '/backups/two.tar', 'a', 'failed', now(), null, null, 'ENOSPC: no space left on device')`;
  expect((await status()).backups).toMatchObject([
    { file: '/backups/two.tar', state: 'failed', failure: 'ENOSPC: no space left on device', bytes: null },
    { file: '/backups/one.tar', state: 'done', failure: null, bytes: 5000, rows: 12 },
  ]);
});

test('a restore is shown with what was moved and what is not known, and that one was none', async () => {
  expect((await status()).restorations).toEqual([]);
  const report = {
    rules: [{ rule: 'Bottles', from: 5, to: 105 }],
    recreated: { orders: ['A-1'], lost: [{ order: 'A-2', reason: 'key' }], handOuts: 0 },
    doubted: 0,
    sessions: 3,
  };
  await server.sql`
    insert into restoration (epoch, cause, is_certain, known_until, report) values
      (gen_random_uuid(), 'timeline', false, '2026-01-31T08:00:00Z', ${server.sql.json(report)}),
      (gen_random_uuid(), 'none', false, null, '{}')`;
  expect((await status()).restorations).toMatchObject([
    { cause: 'none', known_until: null, backup: null, rules: [], orders: [], lost: [], doubted: 0, doubted_orders: [] },
    {
      cause: 'timeline',
      is_certain: false,
      known_until: '2026-01-31T08:00:00.000Z',
      backup: null,
      rules: report.rules,
      orders: ['A-1'],
      lost: [{ order: 'A-2', reason: 'key' }],
    },
  ]);
});

test('nobody else sees it, nor people of a factory with the permission', async () => {
  const clerk = await server.as(['stafflist']);
  expect((await server.call(systemStatus, {}, { token: clerk })).status).toBe(401);
  const factory = await server.as(['systemstatus'], { factory: await server.party('factory') });
  expect((await server.call(systemStatus, {}, { token: factory })).status).toBe(401);
  expect((await server.call(systemMinutes, {}, { token: factory })).status).toBe(401);
});
