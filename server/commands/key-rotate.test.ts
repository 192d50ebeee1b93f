import { randomBytes } from 'node:crypto';
import { copyFile, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, onTestFinished, test } from 'vitest';
import { onCluster } from '#test/harness/new-database.ts';
import {
  callProcess,
  ended,
  newDataDir,
  runCommand,
  type ServerProcess,
  signIn,
  startProcess,
} from '#test/harness/process.ts';
import { testServer } from '#test/harness/server.ts';

// The command as an administrator runs it. What it does is tested beside platform/secrets/key-rotation.ts.

const rule = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: 12,
  check: 'none',
  carrier: 'plain',
} as const;

const rotate = (env: Record<string, string>) => runCommand('key:rotate', env);

async function stateOn(server: ServerProcess, code: string): Promise<unknown> {
  const token = await signIn(server);
  return (await callProcess(server, token, codesQuery, { codes: [code] }))[0]?.state;
}

const keyFiles = async (dataDir: string) => (await readdir(dataDir)).filter((name) => name.startsWith('master.key'));

test.skipIf(onCluster)(
  'with the key in its file: refused while the server runs, then done, and an interruption is made good',
  async () => {
    const dataDir = await newDataDir('embedded');
    const path = join(dataDir, 'master.key');
    const env = { SUYUAN_DATA_DIR: dataDir };
    const server = await startProcess(dataDir);
    const token = await signIn(server);
    const { id: rule_id } = await callProcess(server, token, codeRule.add, rule);
    const { first } = await callProcess(server, token, orderAdd, { rule_id, quantity: 1 });
    const old = await readFile(path, 'utf8');
    expect(await rotate(env)).toMatchObject({ code: 1, printed: expect.stringContaining('is in use by process') });
    await ended(server.child, 'SIGTERM');

    const done = await rotate(env);
    expect([done.code, done.printed]).toEqual([0, expect.stringMatching(/^ +1 {2}keys of code rules$/m)]);
    expect(await readFile(path, 'utf8')).not.toBe(old);
    const [, kept = ''] = (await keyFiles(dataDir)).toSorted();
    expect(await readFile(join(dataDir, kept), 'utf8')).toBe(old);
    const next = await startProcess(dataDir);
    expect(await stateOn(next, first as string)).toBe('issued');
    await ended(next.child, 'SIGTERM');

    // As if the machine had gone down after the database was done, and before the file was.
    await rename(path, join(dataDir, 'master.key.next'));
    await copyFile(join(dataDir, kept), path);
    const again = await startProcess(dataDir);
    expect(await stateOn(again, first as string)).toBe('issued');
    expect(await readFile(path, 'utf8')).not.toBe(old);
    expect(await keyFiles(dataDir)).not.toContain('master.key.next');
  },
);

test('takes both keys from the environment, and can run twice', async () => {
  const server = await testServer();
  const { id: rule_id } = await server.data(codeRule.add, rule);
  const { first } = await server.data(orderAdd, { rule_id, quantity: 1 });
  const { databaseUrl, masterKey } = server;
  const env = { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: masterKey };
  const key = randomBytes(32).toString('hex');
  expect(await rotate(env)).toMatchObject({ code: 1, printed: expect.stringContaining('Set SUYUAN_NEW_MASTER_KEY') });
  expect(await rotate({ ...env, SUYUAN_NEW_MASTER_KEY: 'short' })).toMatchObject({ code: 1 });
  expect(await rotate({ ...env, SUYUAN_NEW_MASTER_KEY: key })).toMatchObject({
    code: 1,
    printed: expect.stringContaining('A server is running on this database'),
  });
  await server.stop();
  for (let times = 0; times < 2; times++) {
    const { code, printed } = await rotate({ ...env, SUYUAN_NEW_MASTER_KEY: key });
    expect([code, printed]).toEqual([0, expect.stringContaining('Start the servers with the new key')]);
    expect(printed).not.toContain(key);
  }
  const next = await testServer({}, { databaseUrl, masterKey: key });
  onTestFinished(() => next.stop());
  expect((await next.data(codesQuery, { codes: [first as string] }))[0]?.state).toBe('issued');
});
