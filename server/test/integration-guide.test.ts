import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

// Runs every command of docs/integration.md, in order, and compares the answers with those on the page.

const guide = readFileSync(new URL('../../docs/integration.md', import.meta.url), 'utf8');
const steps = [...guide.matchAll(/```sh\n(?<command>.*?)```\s+```json\n(?<answer>.*?)```/gs)].map(
  ({ groups }) => groups as { command: string; answer: string },
);
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const run = promisify(execFile);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await testServer({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1' });
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

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

test('every command of the guide is answered as it says', { timeout: 120_000 }, async () => {
  expect(steps.length).toBe([...guide.matchAll(/```sh\n/g)].length);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    SUYUAN: server.url,
    PORT: String(await freePort()),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_PATH: modules,
    no_proxy: '*',
  };
  for (const { command, answer } of steps) {
    const { stdout } = await run('bash', ['-c', command], { env, cwd: folder });
    const answered = JSON.parse(stdout) as { data?: { id?: number; key?: string } | null };
    expect(answered, command).toEqual(expected(JSON.parse(answer)));
    const { id, key } = answered.data ?? {};
    const [, name] = /\/keys\/add[\s\S]*?\\?"name\\?": \\?"(\w+)/.exec(command) ?? [];
    if (name) await writeFile(join(folder, `${name.toLowerCase()}.txt`), `Authorization: Bearer ${key}\n`);
    if (name === 'ERP') env.KEY_ID = String(id);
    if (command.includes('/partners/add')) env.PARTNER_ID = String(id);
  }
  const waybills = await server.sql`select waybill_no from waybill`;
  expect(waybills).toEqual([{ waybill_no: '80001' }]);
});

test('the guide describes keys as they are', () => {
  expect(guide).toContain('`\\bsuyuan_sk_[0-9A-Za-z]{42}\\b`');
});
