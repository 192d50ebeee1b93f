import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

// Runs every command of docs/integration.md, in order, and compares the answers with those on the page.

const guide = readFileSync(new URL('../../docs/integration.md', import.meta.url), 'utf8');
const steps = [...guide.matchAll(/```sh\n(?<command>.*?)```\s+```json\n(?<answer>.*?)```/gs)].map(
  ({ groups }) => groups as { command: string; answer: string },
);
const run = promisify(execFile);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  folder = await mkdtemp(join(tmpdir(), 'suyuan-guide-'));
  await writeFile(join(folder, 'admin.txt'), `Token: ${server.admin}\n`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

/** `"…"` stands for anything. */
const expected = (value: unknown): unknown => {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expected(inner)])),
  );
};

test('every command of the guide is answered as it says', { timeout: 120_000 }, async () => {
  expect(steps.length).toBe([...guide.matchAll(/```sh\n/g)].length);
  let keyId: number | undefined;
  for (const { command, answer } of steps) {
    const env = { ...process.env, SUYUAN: server.url, KEY_ID: `${keyId}`, no_proxy: '*' };
    const { stdout } = await run('bash', ['-c', command], { env, cwd: folder });
    const answered = JSON.parse(stdout) as { data: { id?: number; key?: string } | null };
    expect(answered, command).toEqual(expected(JSON.parse(answer)));
    const { id, key } = answered.data ?? {};
    if (!key || keyId !== undefined) continue;
    keyId = id;
    await writeFile(join(folder, 'erp.txt'), `Authorization: Bearer ${key}\n`);
  }
  const waybills = await server.sql`select waybill_no from waybill`;
  expect(waybills).toEqual([{ waybill_no: '80001' }]);
});

test('the guide describes keys as they are', () => {
  expect(guide).toContain('`\\bsuyuan_sk_[0-9A-Za-z]{42}\\b`');
});
