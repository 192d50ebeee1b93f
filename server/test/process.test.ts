import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { describe, expect, test } from 'vitest';
import { onCluster } from './harness/new-database.ts';
import {
  callProcess,
  ended,
  firstDay,
  newDataDir,
  password,
  type ServerProcess,
  signIn,
  startProcess,
} from './harness/process.ts';

// What an operator sees of the process: its memory, its end.

async function orderOf(server: ServerProcess, token: string, quantity: number): Promise<number> {
  const rule = await callProcess(server, token, codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  return (await callProcess(server, token, orderAdd, { rule_id: rule.id, quantity })).id;
}
const download = (server: ServerProcess, token: string, id: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(
      `${server.url}${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`,
      { headers: { token } },
      resolve,
    ).once('error', reject);
  });
const postgresOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
/** The most memory the process ever held, in MB. */
const peakMemory = async (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('a million codes are distinct, and ten million keep the memory under 350 MB', async () => {
  const dataDir = await newDataDir('embedded');
  const server = await startProcess(dataDir, { SUYUAN_ADMIN_PASSWORD: password, ...firstDay });
  const token = await signIn(server);
  const id = await orderOf(server, token, 10_000_000);
  const codes = new Set<string>();
  let bytes = 0;
  let rest = '';
  for await (const chunk of (await download(server, token, id)) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (codes.size >= 1_000_000) continue;
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length !== 12 || codes.has(line)) throw new Error(`not a code of its own: ${line}`);
      codes.add(line);
    }
  }
  expect(bytes).toBe(10_000_000 * 13);
  if (process.platform === 'linux') expect(await peakMemory(server.child.pid as number)).toBeLessThan(350);
});

test.skipIf(onCluster)(
  'SIGTERM during a download ends server and database; the download resumes after the next start',
  async () => {
    const dataDir = await newDataDir('embedded');
    const first = await startProcess(dataDir);
    const token = await signIn(first);
    const id = await orderOf(first, token, 100_000_000);
    const response = await download(first, token, id);
    const taken: Buffer[] = [];
    const cut = new Promise((resolve) => response.once('close', resolve));
    response.on('error', () => {});
    // A reader that takes a little and then nothing: it must not keep the server.
    response.once('data', (chunk: Buffer) => {
      taken.push(chunk);
      response.pause();
    });
    await expect.poll(() => taken.length).toBe(1);
    const postgres = await postgresOf(dataDir);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    expect(() => process.kill(postgres, 0)).toThrow();
    response.resume();
    await cut;

    const second = await startProcess(dataDir);
    const begin = Buffer.concat(taken);
    const again = await download(second, await signIn(second), id);
    const [chunk] = (await again[Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value])) as [Buffer];
    const length = Math.min(begin.length, chunk.length);
    expect(chunk.subarray(0, length).equals(begin.subarray(0, length))).toBe(true);
    again.destroy();
  },
);

test.skipIf(onCluster)(
  'if its database process is killed, the server starts it again, says so, and calls get 503 meanwhile',
  async () => {
    const dataDir = await newDataDir('embedded');
    const server = await startProcess(dataDir);
    const token = await signIn(server);
    const id = await orderOf(server, token, 5);
    process.kill(await postgresOf(dataDir), 'SIGKILL');
    const statuses = new Set<number>();
    const look = async () => {
      const { status } = await fetch(`${server.url}/c?code=not-a-code`);
      statuses.add(status);
      return status;
    };
    await expect
      .poll(async () => [await look(), server.printed()], { interval: 5 })
      .toEqual([200, expect.stringMatching(/ended by itself[\s\S]*postgres\.log[\s\S]*runs again/)]);
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
    let text = '';
    for await (const chunk of await download(server, token, id)) text += chunk;
    expect(text.trimEnd().split('\n')).toHaveLength(5);
  },
);

describe.skipIf(onCluster)('a server whose launcher is killed shuts down cleanly', () => {
  const launching = `await (await import(${JSON.stringify(new URL('../../tools/run-server.mjs', import.meta.url).href)})).runServer([])`;
  /** What runs the launcher as npm does, and passes nothing on to it. */
  const asNpm = `
    const { spawn } = await import('node:child_process');
    const env = { ...process.env, npm_lifecycle_event: 'start' };
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(launching)}], { env, stdio: 'inherit' });`;

  const killed = Object.entries({ 'the launcher itself': launching, 'the npm above it': asNpm });

  test.each(killed)('%s', { timeout: 60_000 }, async (_, script) => {
    const dataDir = await newDataDir('embedded');
    const { child, url } = await startProcess(dataDir, undefined, ['--input-type=module', '-e', script]);
    const postgres = await postgresOf(dataDir);
    // Its outputs are the server's too: they close when both are gone.
    const closed = new Promise((done) => child.once('close', done));
    child.kill('SIGKILL');
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(() => process.kill(postgres, 0)).toThrow();
    // A database that ended in order leaves no such file.
    await expect(postgresOf(dataDir)).rejects.toThrow('ENOENT');
  });
});
