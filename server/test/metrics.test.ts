import { brand } from '@suyuan/contract/base/product/brand.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMigratedDatabase } from './harness/new-database.ts';
import { newDataDir, runCommand, startProcess } from './harness/process.ts';
import { type TestServer, testServer } from './harness/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** The value of a metric with its labels; undefined if there is none. */
function value(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('calls are counted by route and status, without anything that was asked', async () => {
  await server.fetch('/c?code=SECRET-12345');
  await server.call(brand.page, {});
  await server.call(brand.page, { page: 0 });
  const calls = `suyuan_http_requests_total{method="${brand.page.method}",route="${brand.page.path}",status=`;
  // A call is counted once its answer was sent, which may be after it was received.
  await expect.poll(async () => value(await server.metrics(), `${calls}"400"}`)).toBe(1);
  const text = await server.metrics();
  expect(value(text, `${calls}"200"}`)).toBe(1);
  expect(value(text, `suyuan_http_request_duration_seconds_count{route="${brand.page.path}"}`)).toBe(2);
  expect(value(text, 'suyuan_http_refusals_total{reason="bad_input"}')).toBe(1);
  expect(text).not.toContain('12345');
});

test('scans are counted by verdict, with the groups in which they were recorded', async () => {
  const before = value(await server.metrics(), 'suyuan_scans_total{verdict="unknown"}') ?? 0;
  await Promise.all(Array.from({ length: 5 }, (_, nth) => server.call(scan, { code: `NOTHING${nth}` }, { token: '' })));
  const text = await server.metrics();
  expect(value(text, 'suyuan_scans_total{verdict="unknown"}')).toBe(before + 5);
  expect(value(text, 'suyuan_scan_duration_seconds_count')).toBe(before + 5);
  expect(value(text, 'suyuan_group_commit_items_sum{group="scans"}')).toBe(before + 5);
  expect(value(text, 'suyuan_group_commit_waiting_items{group="scans"}')).toBe(0);
});

test('the state of the database and the disk is shown', async () => {
  const text = await server.metrics();
  expect(value(text, 'suyuan_database_up')).toBe(1);
  expect(value(text, 'suyuan_database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(value(text, 'suyuan_data_folder_free_bytes')).toBeGreaterThan(0);
  expect(value(text, 'suyuan_jobs{state="waiting"}')).toBe(0);
  expect(value(text, 'suyuan_database_connections_max{pool="reserved"}')).toBe(2);
});

test('the metrics have a port of their own, in the OpenMetrics format', async () => {
  const dataDir = await newDataDir();
  const { url, printed } = await startProcess(dataDir, { SUYUAN_METRICS_PORT: '0' });
  const address = /Metrics\s+(http:\S+)/.exec(printed())?.[1] as string;
  expect(new URL(address).hostname).toBe('127.0.0.1');
  const answer = await fetch(address);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect(text).toMatch(/# EOF\n$/);
  expect(value(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(value(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  // Nothing else is served there, and the metrics are served nowhere else.
  expect((await fetch(new URL('/api/openapi.json', address))).status).toBe(404);
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('suyuan_http_requests_total');
});

test('what a command verified is shown by the server', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATA_DIR: dataDir, SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const { printed } = await startProcess(dataDir, { ...env, SUYUAN_METRICS_PORT: '0' });
  const address = /Metrics\s+(http:\S+)/.exec(printed())?.[1] as string;
  for (const command of ['trace:verify', 'audit:verify']) expect((await runCommand(command, env)).code).toBe(0);
  const text = await (await fetch(address)).text();
  for (const verification of ['trace', 'audit']) {
    expect(value(text, `suyuan_verification_problems{verification="${verification}"}`)).toBe(0);
    const at = value(text, `suyuan_last_clean_verification_timestamp_seconds{verification="${verification}"}`);
    expect(at).toBeCloseTo(Date.now() / 1000, -2);
  }
});
