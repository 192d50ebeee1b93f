import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call, Envelope } from '@suyuan/contract/call/call.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { runningEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { version } from '#platform/version.ts';
import { start } from '#start.ts';
import { Sums } from '#trace/figures/figure-check.ts';
import { backupFolder, type Released, releasedKey, releasedPassword } from './released.ts';
import { type MakeCall, seenBy } from './seen.ts';
import { type SendFile, work } from './work.ts';

// `node_modules/node/bin/node server/test/release/make-backup.ts`: makes a backup by this version, of a tenth of the sample and
// of what the sample has not, and writes down what people see of it. Each later version has to restore it.

const largest = 1_000_000;
const share = '0.1';

const folder = await mkdtemp(join(tmpdir(), 'suyuan-release-'));
const env = {
  SUYUAN_DATA_DIR: folder,
  SUYUAN_MASTER_KEY: releasedKey,
  SUYUAN_ADMIN_PASSWORD: releasedPassword,
  SUYUAN_PORT: '0',
  SUYUAN_SAMPLE: share,
  SUYUAN_RATE_LIMIT: 'off',
};
const server = await start(env);
try {
  const sql = openSql((await runningEmbeddedPostgres(folder)) as string, { max: 1 });
  await sampleIsThere(sql);
  await addUpHalf(sql);
  const token = await callWith('')(login, {
    account_name: 'admin',
    account_password: releasedPassword,
    account_type: 1,
  });
  const call = callWith(token);
  const { unscanned, scanned } = await work({ call, send: sendWith(token) });
  await callWith('')(scan, { code: scanned });
  for (const command of ['trace:verify', 'audit:verify']) await run(command);
  const released: Released = { unscanned, scanned, seen: await seenBy(call) };
  await mkdir(backupFolder, { recursive: true });
  const [file, known] = [new URL(`${version}.tar`, backupFolder), new URL(`${version}.json`, backupFolder)];
  await rm(file, { force: true });
  await run('backup', '--out', fileURLToPath(file));
  await writeFile(known, `${JSON.stringify(released, null, 1)}\n`);
  const { size } = await stat(file);
  console.log(`${fileURLToPath(file)}: ${size} bytes. Tables without rows: ${(await emptyTables(sql)).join(', ')}`);
  await sql.end();
  if (size > largest) throw new Error(`It is larger than ${largest} bytes.`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

/** The accounts in whose names the sample is filled are disabled at its end. */
async function sampleIsThere(sql: Sql): Promise<void> {
  for (;;) {
    const [done] = await sql`select 1 from account where account_name = 'sample-data' and status = 'disabled'`;
    if (done) return;
    await wait(500);
  }
}

/** Adds up figures of the first half of the events; those of the others stay single rows. */
async function addUpHalf(sql: Sql): Promise<void> {
  const [row] = await sql<{ age: string }[]>`
    select extract(epoch from now() - percentile_disc(0.5) within group (order by recorded_at)) || ' seconds' as age
    from trace_event`;
  await new Sums(sql, row?.age).sweep();
}

function callWith(token: string): MakeCall {
  return async (definition, input) => {
    const query = definition.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    return answered(definition, query, token, {
      headers: { 'content-type': 'application/json' },
      ...(definition.method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
  };
}

function sendWith(token: string): SendFile {
  return (definition, file, query = {}) => {
    const form = new FormData();
    form.append('file', file);
    return answered(definition, `?${new URLSearchParams(query)}`, token, { body: form });
  };
}

async function answered(definition: Call, query: string, token: string, request: RequestInit): Promise<never> {
  const response = await fetch(server.url + definition.path + query, {
    method: definition.method,
    ...request,
    headers: { ...request.headers, token },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${definition.path}: ${text}`);
  return text.startsWith('{') ? (JSON.parse(text) as Envelope<never>).data : (text as never);
}

async function run(command: string, ...args: string[]): Promise<void> {
  const main = fileURLToPath(new URL('../../commands/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main, command, ...args], {
    env: { PATH: process.env.PATH, SUYUAN_DATA_DIR: folder, SUYUAN_MASTER_KEY: releasedKey },
  });
  console.log(stdout);
}

async function emptyTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`;
  const empty: string[] = [];
  for (const { name } of tables) if ((await sql`select 1 from ${sql(name)} limit 1`).length === 0) empty.push(name);
  return empty;
}
