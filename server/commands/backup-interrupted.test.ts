import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connected } from '#test/harness/connected.ts';
import { newDatabase } from '#test/harness/new-database.ts';
import { accessKey, testObjectStore } from '#test/harness/object-store.ts';
import { runCommand, startCommand } from '#test/harness/process.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { commandsFile } from '../../install.mjs';

// The commands as an administrator runs them, and gives them up.

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await testServer();
  return () => server.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suyuan-interrupted-'));
  return () => rm(folder, { recursive: true });
});

const env = () => ({
  SUYUAN_DATABASE_URL: server.databaseUrl,
  SUYUAN_MASTER_KEY: server.masterKey,
  SUYUAN_DATA_DIR: folder,
});

/** A backup that has begun, and cannot go on until `release`. */
async function stuckBackup() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const lock = server.sql.begin(async (transaction) => {
    await transaction`lock table product in access exclusive mode`;
    isLocked();
    await released;
  });
  onTestFinished(async () => {
    release();
    await lock;
  });
  await locked;
  const child = startCommand('backup', env(), '--out', join(folder, 'b.tar'));
  await expect.poll(() => readdir(folder), { timeout: 20_000 }).toEqual([expect.stringContaining('b.tar.unfinished-')]);
  return { child, release };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'leaves no file behind on %s',
  async (signal) => {
    const { child } = await stuckBackup();
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(await readdir(folder)).toEqual([]);
  },
  30_000,
);

test('removes what a killed backup left behind', { timeout: 30_000 }, async () => {
  const { child, release } = await stuckBackup();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readdir(folder)).toHaveLength(1);
  release();
  expect((await runCommand('backup', env(), '--out', join(folder, 'b.tar'))).code).toBe(0);
  expect(await readdir(folder)).toEqual(['b.tar']);
});

test.skipIf(process.platform === 'win32')(
  'leaves no file behind if there is no space',
  { timeout: 30_000 },
  async () => {
    // A limit on the size of files is met as a full disk is.
    const limited = `trap '' XFSZ; ulimit -f 20; exec "$0" "$@"`;
    const args = ['-c', limited, process.execPath, commandsFile, 'backup', '--out', join(folder, 'b.tar')];
    const child = spawn('sh', args, { env: { PATH: process.env.PATH, ...env() }, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = text(child.stderr);
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await printed).toBe(
      `The backup cannot be written to ${join(folder, 'b.tar')}: EFBIG: file too large, write\n`,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);

test('gives up a restore, and begins anew', { timeout: 120_000 }, async () => {
  const store = await testObjectStore();
  onTestFinished(() => store.stop());
  const bucket = { ...env(), SUYUAN_BACKUP_BUCKET: store.url, ...accessKey };
  const name = 's3://backups/b.tar';
  expect(await runCommand('backup', bucket, '--out', name)).toMatchObject({ code: 0 });
  const url = await newDatabase();
  const target = { ...bucket, SUYUAN_DATABASE_URL: url };
  // It is verified first, and then stands still while it is restored.
  let reads = 0;
  store.disturbance = (call) => (call === 'GetObject' && ++reads > 1 ? 'held' : undefined);
  const child = startCommand('restore', target, '--in', name);
  await expect.poll(() => reads, { timeout: 60_000 }).toBe(2);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  const mark = () => connected(url, (sql) => sql`select to_regclass('restore_unfinished') is not null as marked`);
  expect(await mark()).toEqual([{ marked: true }]);
  store.disturbance = () => undefined;
  expect((await runCommand('restore', target, '--in', name)).printed).toContain('Everything is what the events say.');
  expect(await mark()).toEqual([{ marked: false }]);
});
