import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { waitForDatabase } from '#platform/database/reachable.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { tables } from '#tables.ts';
import { newDatabase, newMigratedDatabase, onCluster } from '../harness/new-database.ts';
import { callProcess, ended, newDataDir, password, signIn, startProcess } from '../harness/process.ts';
import { Road } from '../harness/road.ts';

// How a process begins and ends when something around it is not as it should be.

test('a port in use is told in one sentence', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const starting = startProcess(await newDataDir(), { SUYUAN_PORT: String(port) });
  await expect(starting).rejects.toThrow(
    /^Port \d+ is used by another program\. Set SUYUAN_PORT to a free port, or to 0 to use any\.\n$/,
  );
  await new Promise((done) => other.close(done));
});

test('a database that starts later than the server is waited for', async () => {
  const road = await Road.to(await newMigratedDatabase());
  await road.close();
  const env = { SUYUAN_DATABASE_URL: road.url, SUYUAN_ADMIN_PASSWORD: password };
  let isOpening = false;
  const { url, printed } = await startProcess(await newDataDir(), env, undefined, (soFar) => {
    if (isOpening || !soFar.includes('SUYUAN_DATABASE_URL (127.0.0.1')) return;
    isOpening = true;
    void road.open();
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(printed()).toMatch(/does not answer \(connect ECONNREFUSED [\d.:]+\)\. Waiting for it, up to 60 seconds/);
});

test('a database that never answers, or refuses, is told with the setting and without the password', async () => {
  const databaseUrl = await newMigratedDatabase();
  const reasonAt = async (url: string) => {
    const sql = openSql(url, { max: 1 });
    const waiting = waitForDatabase(sql, url, { seconds: 0, log: () => {} });
    return waiting.then(
      () => 'reached',
      (error: Error) => error.message,
    );
  };
  expect(await reasonAt(databaseUrl)).toBe('reached');
  const road = await Road.to(databaseUrl);
  await road.close();
  expect(await reasonAt(road.url)).toMatch(
    /^The database of SUYUAN_DATABASE_URL \(127[^)]*\) does not answer: connect/,
  );
  const other = new URL(databaseUrl);
  other.pathname = '/nowhere';
  const refusal = await reasonAt(other.href);
  expect(refusal).toMatch(/^The database of SUYUAN_DATABASE_URL .* refuses this server: .*"nowhere" does not exist/);
  if (other.password) expect(refusal).not.toContain(other.password);
});

/** An empty database, and one as an earlier version left it. */
const databases = {
  empty: newDatabase,
  older: async () => {
    const url = await newDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'suyuan-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const migrations = new URL('../../migrations/', import.meta.url);
    const names = (await readdir(migrations)).filter((name) => name < '0100');
    await Promise.all(names.map((name) => cp(new URL(name, migrations), join(folder, name))));
    const database = openDatabase(url, 2);
    await migrate(database.sql, tables, pathToFileURL(`${folder}/`));
    await database.close();
    return url;
  },
};

test.skipIf(onCluster).each(Object.entries(databases))(
  'two servers that start at once on an %s database migrate it once',
  async (_, make) => {
    const env = {
      SUYUAN_DATABASE_URL: await make(),
      SUYUAN_ADMIN_PASSWORD: password,
      SUYUAN_MASTER_KEY: 'ab'.repeat(32),
    };
    const servers = await Promise.all([1, 2].map(async () => startProcess(await newDataDir(), env)));
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const tokens = await Promise.all(servers.map((server) => signIn(server)));
    expect(new Set(tokens).size).toBe(2);
    const sql = openSql(env.SUYUAN_DATABASE_URL, { max: 1 });
    expect(await sql`select account_name from account`).toEqual([{ account_name: 'admin' }]);
    await sql.end();
  },
);

test('another master key is told in one sentence', async () => {
  const dataDir = await newDataDir();
  const first = await startProcess(dataDir);
  const token = await signIn(first);
  await callProcess(first, token, codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  await ended(first.child, 'SIGTERM');
  await expect(startProcess(dataDir, { SUYUAN_MASTER_KEY: 'cd'.repeat(32) })).rejects.toThrow(
    /^The secrets in this database are sealed under another master key\. [^\n]*\n$/,
  );
});

test('SIGTERM under load first turns /readyz to 503, and cuts no connection', async () => {
  const env = { SUYUAN_ADMIN_PASSWORD: password, SUYUAN_DRAIN_SECONDS: '2', SUYUAN_RATE_LIMIT: 'off' };
  const { url, child } = await startProcess(await newDataDir(), env);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const outcomes = new Map<string, number>();
  const ask = (path: string) =>
    new Promise<string>((resolve) => {
      get(`${url}${path}`, { agent }, (answer) => {
        answer.resume().once('end', () => resolve(`${answer.statusCode} ${answer.headers.connection}`));
      }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
  // As a load balancer that follows /readyz does, each goes elsewhere when its connection is ended.
  const load = Array.from({ length: 16 }, async () => {
    for (let outcome = ''; outcome !== '200 close'; ) {
      outcome = await ask('/c?code=no-code-at-all');
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  });
  await expect.poll(() => outcomes.get('200 keep-alive') ?? 0).toBeGreaterThan(16);
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const ready = async () => (await fetch(`${url}/readyz`)).json();
  await expect.poll(ready).toMatchObject({ reason: 'the server is stopping' });
  await Promise.all(load);
  expect(await exit).toBe(0);
  expect(Object.fromEntries(outcomes)).toEqual({ '200 close': 16, '200 keep-alive': expect.any(Number) });
});
