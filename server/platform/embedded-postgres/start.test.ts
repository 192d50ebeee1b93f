import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../database/driver/open-sql.ts';
import { readPostmasterFile } from './leftover.ts';
import { findRunner } from './run.ts';
import { startEmbeddedPostgres } from './start.ts';

let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suyuan-postgres-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(path = dataDir) {
  const messages: string[] = [];
  const started = await startEmbeddedPostgres({ dataDir: path, log: (message) => messages.push(message) });
  return { ...started, messages };
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const sql = openSql(url, { max: 1 });
  return sql.unsafe(statement).finally(() => sql.end());
}

/** A server in a process of its own, to be killed: starts PostgreSQL, runs a statement, says so. */
function startElsewhere(path: string, statement: string): ChildProcess {
  const script = `
    import { openSql } from '../database/driver/open-sql.ts';
    import { startEmbeddedPostgres } from './start.ts';
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} });
    const sql = openSql(url, { max: 1 });
    await sql.unsafe(process.argv[2]);
    console.log('done');`;
  const args = ['--input-type=module', '--eval', script, path, statement];
  return spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function drafts(path: string): Promise<string[]> {
  const names = await readdir(path).catch((): string[] => []);
  return names.filter((name) => name.startsWith('postgres.init'));
}

test('restarts with the stored data', async () => {
  const first = await start();
  expect(first.messages).toEqual(['Creating the database …']);
  expect(await ask(first.url, `create table kept (n int); insert into kept values (7)`)).toBeDefined();
  expect(await ask(first.url, `select current_setting('server_encoding') as encoding, upper('é') as upper`)).toEqual([
    { encoding: 'UTF8', upper: 'É' },
  ]);
  await first.stop();
  expect(await first.exited).toEqual({ code: 0 });
  expect(existsSync(join(dataDir, 'suyuan.lock'))).toBe(false);

  const second = await start();
  expect(second.messages).toEqual([]);
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
}, 60_000);

test('rotates its log while it runs, and loses no line that was written before', async () => {
  const { url, stop } = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    logLimits: { bytes: 20_000, milliseconds: 20 },
  });
  const written = (name: string) => readFile(join(dataDir, name), 'utf8').catch(() => '');
  await ask(url, `do $$ begin for i in 1..30 loop raise log 'line % of %', i, repeat('x', 1000); end loop; end $$`);
  await expect.poll(async () => (await written('postgres.log.1')).match(/line \d+ of/g)?.length).toBe(30);
  await ask(url, `do $$ begin raise log 'after the rotation'; end $$`);
  await expect.poll(() => written('postgres.log')).toContain('after the rotation');
  expect(await written('postgres.log')).not.toContain('line 1 of');
  await stop();
}, 60_000);

test('keeps its files private and requires the password', async () => {
  const { url, stop } = await start();
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600);
  await expect(ask(url.replace(/:[\da-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/);
  await stop();
}, 60_000);

test('refuses a second server on the same data, and names the first', async () => {
  const { stop } = await start();
  await expect(start()).rejects.toThrow(`The data directory ${dataDir} is in use by process ${process.pid}`);
  await stop();
}, 60_000);

test('takes over the lock of a dead server', async () => {
  await writeFile(join(dataDir, 'suyuan.lock'), JSON.stringify({ pid: process.pid, started: 'another time' }));
  await start().then(({ stop }) => stop());
  await writeFile(join(dataDir, 'suyuan.lock'), '');
  await start().then(({ stop }) => stop());
}, 60_000);

test('loses nothing acknowledged when the server is killed', async () => {
  const server = startElsewhere(dataDir, 'create table killed (n int); insert into killed values (42)');
  await once(server.stdout as NodeJS.ReadableStream, 'data');
  await kill(server);
  const { url, stop } = await start();
  expect(await ask(url, 'select n from killed')).toEqual([{ n: 42 }]);
  await stop();
}, 60_000);

test('stops an orphaned PostgreSQL and starts afresh', async () => {
  const cluster = join(dataDir, 'postgres');
  const runner = await findRunner(dataDir, cluster);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const args = ['-D', cluster, '-p', `${port}`, '-c', 'unix_socket_directories='];
  const left = runner.start('postgres', args, { stdio: 'ignore', detached: true });
  const ended = once(left, 'exit');
  while ((await readPostmasterFile(cluster))?.status !== 'ready') await wait(10);

  const { url, stop, messages } = await start();
  expect(messages).toEqual([`Stopping the database process ${left.pid} that a killed server left behind …`]);
  expect(await ended).toEqual([0, null]);
  expect(await ask(url, 'select n from kept')).toEqual([{ n: 7 }]);
  await stop();
}, 60_000);

test('ignores a lock file whose process id was reused', async () => {
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`);
  const { stop, messages } = await start();
  expect(messages).toEqual([]);
  await stop();
}, 60_000);

test('sets a new password if the file is lost', async () => {
  const before = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  await rm(join(dataDir, 'postgres.password'));
  const { url, stop } = await start();
  expect(url).not.toContain(before.trim());
  expect(await ask(url, 'select n from kept')).toEqual([{ n: 7 }]);
  await stop();
}, 60_000);

test('starts PostgreSQL again when it ended by itself, at the same place, and tells the end of its log', async () => {
  const { url, stop, messages } = await start();
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    messages.length = 0;
    process.kill((await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0, signal);
    await expect.poll(() => messages.at(-1)).toBe('The embedded PostgreSQL runs again.');
    expect(messages[0]).toMatch(/ended by itself[\s\S]*database system is ready[\s\S]*postgres\.log/);
    expect(await ask(url, 'select n from kept')).toEqual([{ n: 7 }]);
  }
  await stop();
  expect(existsSync(join(dataDir, 'suyuan.lock'))).toBe(false);
}, 60_000);

test('tells once why PostgreSQL does not start again, and starts it when it can', async () => {
  const { url, stop, messages } = await start();
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const right = await readFile(settings, 'utf8');
  await writeFile(settings, `${right}\nno_such_setting = 1\n`);
  process.kill((await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0, 'SIGQUIT');
  const failures = () => messages.filter((message) => message.includes('did not start'));
  await expect.poll(failures).toHaveLength(1);
  expect(failures()[0]).toContain('no_such_setting');
  await writeFile(settings, right);
  await expect.poll(() => messages.at(-1), { timeout: 30_000 }).toBe('The embedded PostgreSQL runs again.');
  expect(failures()).toHaveLength(1);
  expect(await ask(url, 'select n from kept')).toEqual([{ n: 7 }]);
  await stop();
}, 60_000);

test('is stopped while it waits to be started again', async () => {
  const { stop, messages } = await start();
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const right = await readFile(settings, 'utf8');
  await writeFile(settings, `${right}\nno_such_setting = 1\n`);
  process.kill((await readPostmasterFile(join(dataDir, 'postgres')))?.pid ?? 0, 'SIGQUIT');
  await expect.poll(() => messages.at(-1)).toContain('did not start');
  await stop();
  expect(existsSync(join(dataDir, 'suyuan.lock'))).toBe(false);
  await writeFile(settings, right);
}, 60_000);

test('shows the output of a PostgreSQL that does not start', async () => {
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const right = await readFile(settings, 'utf8');
  await writeFile(settings, `${right}\nno_such_setting = 1\n`);
  await expect(start()).rejects.toThrow(/did not start:[\s\S]*no_such_setting/);
  await writeFile(settings, right);
  await start().then(({ stop }) => stop());
}, 60_000);

test('recovers from a first start that was killed midway', async () => {
  const fresh = join(folder, 'fresh');
  const server = startElsewhere(fresh, 'select 1');
  while (!(await drafts(fresh)).some((name) => existsSync(join(fresh, name, 'cluster', 'base')))) await wait(2);
  await kill(server);
  expect(existsSync(join(fresh, 'postgres'))).toBe(false);
  const { url, stop } = await start(fresh);
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await drafts(fresh)).toEqual([]);
  await stop();
}, 60_000);
