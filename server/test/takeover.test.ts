import { product as products } from '@suyuan/contract/base/product/product.ts';
import { codeImport, importList } from '@suyuan/contract/tagging/code-import.ts';
import { type ImportReport, importProgress } from '@suyuan/contract/thing/list.ts';
import { expect, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { newMigratedDatabase } from './harness/new-database.ts';
import {
  callProcess,
  ended,
  newDataDir,
  password,
  type ServerProcess,
  signIn,
  startProcess,
} from './harness/process.ts';

// Real servers that are killed in the middle of long work.

/** Three steps: one before the kill, and two that go on behind it. */
const lines = 11_000;
const productLines = Array.from({ length: lines }, (_, n) => `take-${n},n${n}`);
const codeLines = Array.from({ length: 60_000 }, (_, n) => `TAKEOVER-${100_000 + n}`);

async function send(server: ServerProcess, token: string, path: string, content: string): Promise<{ data: unknown }> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'file.csv');
  const response = await fetch(server.url + path, { method: 'POST', headers: { token }, body: form });
  return (await response.json()) as { data: unknown };
}

/** Servers of one database; `patience` is how long jobs wait for one that shows no sign of life, if it is not as usual. */
async function site(patience?: number) {
  const databaseUrl = await newMigratedDatabase();
  const sql = openSql(databaseUrl, { max: 4 });
  const env = {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_MASTER_KEY: 'ab'.repeat(32),
    SUYUAN_ADMIN_PASSWORD: password,
    ...(patience === undefined ? {} : { SUYUAN_JOB_PATIENCE_SECONDS: `${patience}` }),
  };
  return { sql, start: async (dataDir?: string) => startProcess(dataDir ?? (await newDataDir()), env) };
}

/** Waits until a job has made a step, and keeps it from the next one until it is let go. */
async function heldAfterStep(sql: Sql, kind: string): Promise<() => Promise<void>> {
  const hasStep = async () => (await sql`select 1 from job where kind = ${kind} and cursor is not null`).length > 0;
  await expect.poll(hasStep, { timeout: 60_000, interval: 5 }).toBe(true);
  const connection = await sql.reserve();
  await connection`begin`;
  const [job] = await connection`select state from job where kind = ${kind} for update`;
  expect(job?.state).toBe('running');
  return async () => {
    await connection`rollback`;
    connection.release();
  };
}

test('imports resume after a server is killed and restarted, with every row exactly once', {
  timeout: 240_000,
}, async () => {
  // It knows by its data folder that these were its own: nobody waits until they have been silent for an hour.
  const { sql, start } = await site(3600);
  const dataDir = await newDataDir();
  const first = await start(dataDir);
  const token = await signIn(first);
  const { data } = await send(
    first,
    token,
    `${products.import.path}?mode=good`,
    `product_code,product_name\n${productLines.join('\n')}\nTAKE-1,again\n`,
  );
  const { job } = data as ImportReport;
  const letGo = await heldAfterStep(sql, 'list-import');
  const codes = send(first, token, codeImport.path, codeLines.join('\n')).catch(() => undefined);
  const letCodesGo = await heldAfterStep(sql, 'code-import');
  const [before] = await sql<{ rows: string; codes: string }[]>`
    select (select count(*) from product) as rows, (select count(*) from imported_code) as codes`;
  expect(Number(before?.rows)).toBeGreaterThan(0);
  expect(Number(before?.rows)).toBeLessThan(lines);
  await ended(first.child, 'SIGKILL');
  await codes;
  await letGo();
  await letCodesGo();

  const second = await start(dataDir);
  // The second run, without waiting for any of the first one's signs of life.
  const run = async () => (await sql`select run from job where kind = 'list-import'`)[0]?.run;
  await expect.poll(run, { timeout: 60_000 }).toBe(2);
  const progress = () => callProcess(second, token, importProgress, { job: job as string });
  await expect.poll(async () => (await progress()).state, { timeout: 120_000, interval: 200 }).toBe('done');
  expect((await progress()).report).toMatchObject({
    total: lines + 1,
    good: lines,
    added: lines,
    written: lines,
    refused: [{ line: lines + 2, problems: [{ reason: 'repeats_line' }] }],
  });
  const latest = async () => (await callProcess(second, token, importList, {}))[0];
  await expect.poll(async () => (await latest())?.state, { timeout: 120_000, interval: 200 }).toBe('read');
  expect(await latest()).toMatchObject({
    read_lines: codeLines.length,
    accepted: codeLines.length,
    repeated: 0,
    known: 0,
  });
  const [after] = await sql<{ rows: number; codes: number; ids: number; changes: number; shapes: number }[]>`
    select (select count(distinct product_code) from product)::int as rows,
      (select count(distinct text) from imported_code)::int as codes,
      (select count(distinct code_id) from imported_code)::int as ids,
      (select count(*) from audit_change where thing = 'product')::int as changes,
      (select count(*) from imported_shape)::int as shapes`;
  expect(after).toEqual({ rows: lines, codes: codeLines.length, ids: codeLines.length, changes: lines, shapes: 1 });
  await sql.end();
});

test('a second server takes over from a killed one', { timeout: 240_000 }, async () => {
  const { sql, start } = await site();
  const first = await start();
  const token = await signIn(first);
  const codes = send(first, token, codeImport.path, codeLines.join('\n')).catch(() => undefined);
  const letGo = await heldAfterStep(sql, 'code-import');
  const second = await start();
  const latest = async () => (await callProcess(second, token, importList, {}))[0];
  expect((await latest())?.state).toBe('reading');
  await ended(first.child, 'SIGKILL');
  await codes;
  await letGo();
  await expect.poll(async () => (await latest())?.state, { timeout: 120_000, interval: 200 }).toBe('read');
  expect(await latest()).toMatchObject({
    read_lines: codeLines.length,
    accepted: codeLines.length,
    repeated: 0,
    known: 0,
  });
  const [after] = await sql`
    select count(distinct text)::int as texts, count(distinct code_id)::int as ids from imported_code`;
  expect(after).toEqual({ texts: codeLines.length, ids: codeLines.length });
  await sql.end();
});
