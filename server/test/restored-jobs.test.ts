import { join } from 'node:path';
import { product } from '@suyuan/contract/base/product/product.ts';
import { type ImportReport, importProgress } from '@suyuan/contract/thing/list.ts';
import { expect, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { newDatabase, newMigratedDatabase } from './harness/new-database.ts';
import { callProcess, ended, newDataDir, password, runCommand, signIn, startProcess } from './harness/process.ts';

const lines = 11_000;

test('a job that was under way when a backup was made is completed after it is restored', {
  timeout: 120_000,
}, async () => {
  const [dataDir, elsewhere] = [await newDataDir(), await newDataDir()];
  const usual = { SUYUAN_MASTER_KEY: 'ab'.repeat(32), SUYUAN_ADMIN_PASSWORD: password };
  const env = { ...usual, SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const server = await startProcess(dataDir, env);
  const form = new FormData();
  const rows = Array.from({ length: lines }, (_, n) => `JOB-${n},n${n}\n`);
  form.append('file', new Blob(['product_code,product_name\n', ...rows]), 'products.csv');
  const sent = await fetch(`${server.url}${product.import.path}?mode=good`, {
    method: 'POST',
    headers: { token: await signIn(server) },
    body: form,
  });
  const { job } = ((await sent.json()) as { data: ImportReport }).data;

  // Between two steps: its row is locked, so that it makes no further one.
  const sql = openSql(env.SUYUAN_DATABASE_URL, { max: 2 });
  const hasStep = async () =>
    (await sql`select 1 from job where id = ${job as string} and cursor is not null`).length > 0;
  await expect.poll(hasStep, { interval: 5 }).toBe(true);
  const file = join(dataDir, 'backup.tar');
  await sql.begin(async (held) => {
    const [{ state } = {}] = await held<
      { state: string }[]
    >`select state from job where id = ${job as string} for update`;
    expect(state).toBe('running');
    const backup = await runCommand('backup', { ...env, SUYUAN_DATA_DIR: dataDir }, '--out', file);
    expect(backup.code, backup.printed).toBe(0);
    await ended(server.child, 'SIGKILL');
  });
  await sql.end();

  const restoredEnv = { ...usual, SUYUAN_DATABASE_URL: await newDatabase() };
  const restore = await runCommand('restore', { ...restoredEnv, SUYUAN_DATA_DIR: elsewhere }, '--in', file);
  expect(restore.code, restore.printed).toBe(0);
  const restored = await startProcess(elsewhere, restoredEnv);
  const token = await signIn(restored);
  const report = () => callProcess(restored, token, importProgress, { job: job as string });
  await expect.poll(async () => (await report()).state, { timeout: 60_000 }).toBe('done');
  expect(await report()).toMatchObject({ done: lines, report: { added: lines, refused: [] } });
  expect((await callProcess(restored, token, product.page, { size: 1 })).total).toBe(lines);
});
