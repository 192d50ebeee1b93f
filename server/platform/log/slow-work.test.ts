import { brand } from '@suyuan/contract/base/product/brand.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newMigratedDatabase } from '#test/harness/new-database.ts';
import { newDataDir, password, signIn, startProcess } from '#test/harness/process.ts';
import { openSql } from '../database/driver/open-sql.ts';
import { statementName } from './slow-work.ts';

test('a slow call is logged with the id of its request and its slowest statement, without what was asked', async () => {
  const databaseUrl = await newMigratedDatabase();
  const server = await startProcess(await newDataDir(), {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_SLOW_MS: '100',
  });
  const token = await signIn(server);
  const sql = openSql(databaseUrl, { max: 1 });
  onTestFinished(() => sql.end());
  let called: Promise<Response> | undefined;
  await sql.begin(async (holder) => {
    await holder`lock table brand in access exclusive mode`;
    called = fetch(`${server.url}${brand.page.path}?keyword=never-in-a-log`, { headers: { token } });
    await fetch(`${server.url}/c?code=CODE-NEVER-IN-A-LOG`);
    await holder`select pg_sleep(0.5)`;
  });
  const answer = (await called) as Response;
  const lines = () =>
    server
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reqId }) => reqId === answer.headers.get('x-request-id'));
  const line = (message: string) => lines().find(({ msg }) => msg === message);
  await expect.poll(() => line('a call was slow')).toBeDefined();
  const call = line('a call was slow');
  expect(call).toMatchObject({ method: brand.page.method, route: brand.page.path, status: answer.status });
  expect(call?.statement).toMatch(/^select \w+ [\da-f]{8}$/);
  const slow = lines().filter(({ msg }) => msg === 'a statement was slow');
  expect(slow.map(({ statement }) => statement)).toContain(call?.statement);
  expect(server.printed().toLowerCase()).not.toContain('never-in-a-log');
});

test('the name of a statement is the same however many values it is given', () => {
  expect(statementName('select id from job where id = any($1)')).toMatch(/^select job [\da-f]{8}$/);
  expect(statementName('insert into job (a, b) values ($1, $2), ($3, $4)')).toBe(
    statementName('insert into job (a, b)\n  values ($1, $2)'),
  );
  expect(statementName('select pg_advisory_xact_lock($1)')).toMatch(/^select pg_advisory_xact_lock [\da-f]{8}$/);
  expect(statementName('commit')).toMatch(/^commit [\da-f]{8}$/);
  expect(statementName('update job set done = 1')).not.toBe(statementName('update job set done = 2'));
});
