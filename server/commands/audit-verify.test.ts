import { product } from '@suyuan/contract/base/product/product.ts';
import { expect, onTestFinished, test } from 'vitest';
import { sealedCase } from '#test/goods/evidence.ts';
import { onCluster } from '#test/harness/new-database.ts';
import { callProcess, ended, newDataDir, runCommand, signIn, startProcess } from '#test/harness/process.ts';
import { testServer } from '#test/harness/server.ts';

// The command as an administrator runs it. What it finds is tested beside platform/audit/verify.ts.

const verify = (env: Record<string, string>, ...args: string[]) => runCommand('audit:verify', env, ...args);

test('reports records, head and problems of an external database, and exits with 1 if there are problems', async () => {
  const server = await testServer();
  onTestFinished(() => server.stop());
  await server.data(product.add, { product_code: 'P1', product_name: 'x' });
  await server.data(product.add, { product_code: 'P2', product_name: 'x' });
  const env = { SUYUAN_DATABASE_URL: server.databaseUrl, SUYUAN_MASTER_KEY: server.masterKey };
  const macs = (await server.sql<{ mac: string }[]>`select mac from audit_log order by id`).map(({ mac }) => mac);
  expect(await verify(env, macs[0] as string)).toEqual({
    code: 0,
    printed:
      `Records  2\nHead     ${macs[1]}\nNoted    is in the chain\nEvery record is as it was written.\n` +
      'Evidence 0 sealed\nAll evidence is as it was sealed.\n',
  });
  expect(await verify(env, 'x'.repeat(43))).toMatchObject({ code: 1, printed: expect.stringContaining('IS NOT') });
  await server.sql`update audit_log set ip = '' where id = 2`;
  expect(await verify(env)).toMatchObject({ code: 1, printed: expect.stringContaining('Record 2 was changed') });
});

test('exits with 1 if sealed evidence was changed', async () => {
  const server = await testServer();
  onTestFinished(() => server.stop());
  const { id } = await sealedCase(server);
  const env = { SUYUAN_DATABASE_URL: server.databaseUrl, SUYUAN_MASTER_KEY: server.masterKey };
  expect(await verify(env)).toMatchObject({ code: 0, printed: expect.stringContaining('Evidence 1 sealed') });
  await server.sql`update forensic_case set note = 'other' where id = ${id}`;
  const { code, printed } = await verify(env);
  expect(code).toBe(1);
  expect(printed).toContain(
    'Evidence QZ000001 is not what was sealed:\n  note was “two bottles” and is “other”\nEvidence was tampered with.',
  );
});

test.skipIf(onCluster)('reads the embedded database, whether the server runs or not', async () => {
  const dataDir = await newDataDir('embedded');
  const env = { SUYUAN_DATA_DIR: dataDir };
  expect(await verify(env)).toMatchObject({ code: 1, printed: expect.stringContaining('There is no master.key') });
  const server = await startProcess(dataDir);
  await callProcess(server, await signIn(server), product.add, { product_code: 'P', product_name: 'x' });
  const running = await verify(env);
  expect([running.code, running.printed]).toEqual([0, expect.stringContaining('Records  1\n')]);
  await ended(server.child, 'SIGTERM');
  expect(await verify(env)).toEqual(running);
});
