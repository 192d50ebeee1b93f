import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { product } from '@suyuan/contract/base/product/product.ts';
import { expect, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import { connectionShortage } from '#platform/health/connection-limit.ts';
import { DiskSpace } from '#platform/health/disk-space.ts';
import { newMigratedDatabase, onCluster } from '../harness/new-database.ts';
import { newDataDir, type ServerProcess, signIn, startProcess } from '../harness/process.ts';

// What a server does, and tells, when its machine runs out of something.

/** Uploads a list over a connection that stays open. */
function upload(
  { url }: ServerProcess,
  agent: Agent,
  token: string,
): Promise<{ status?: number; retryAfter?: string }> {
  const boundary = 'the-boundary';
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="products.csv"',
    'Content-Type: text/csv',
    '',
    'product_code,product_name\nP-1,one',
    `--${boundary}--`,
    '',
  ].join('\r\n');
  const headers = { token, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}${product.import.path}?mode=good`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode as number, retryAfter: answer.headers['retry-after'] as string });
      });
    });
    sending.once('error', reject).end(body);
  });
}

test.skipIf(process.platform !== 'linux')(
  'without file descriptors a server answers 503, and goes on when there are some',
  async () => {
    const server = await startProcess(await newDataDir());
    const token = await signIn(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await upload(server, agent, token)).toMatchObject({ status: 200 });
    const limit = (soft: string) => execFileSync('prlimit', ['--pid', `${server.child.pid}`, `--nofile=${soft}:`]);
    limit('3');
    expect(await upload(server, agent, token)).toEqual({ status: 503, retryAfter: '60' });
    limit('1024');
    expect(await upload(server, agent, token)).toMatchObject({ status: 200 });
    agent.destroy();
  },
);

test('a disk that is nearly full is told once, and so is space again', async () => {
  const lines: string[] = [];
  const log = {
    error: (_: object, text: string) => lines.push(text),
    warn: (_: object, text: string) => lines.push(text),
  };
  const full = new DiskSpace(tmpdir(), log as never, Number.MAX_SAFE_INTEGER);
  for (let n = 0; n < 3; n++) await full.look();
  expect(lines).toEqual([expect.stringContaining('nearly full: free space')]);
  const roomy = new DiskSpace(tmpdir(), log as never, 0);
  await roomy.look();
  expect(lines).toHaveLength(1);
});

test.skipIf(onCluster)('too few connections for a server are told at its start, with the settings', async () => {
  const databaseUrl = await newMigratedDatabase();
  const sql = openSql(databaseUrl, { max: 1 });
  expect(await connectionShortage(sql, 20)).toBeUndefined();
  expect(await connectionShortage(sql, 10_000)).toMatch(
    /may open 10004 connections to PostgreSQL, which allows 600.*max_connections.*SUYUAN_DATABASE_CONNECTIONS/,
  );
  // The limit of a role, which its owner may not go around as a superuser does.
  const role = new URL(databaseUrl).pathname.slice(1);
  await sql.unsafe(`create role ${role} login password 'x' connection limit 6`);
  const url = Object.assign(new URL(databaseUrl), { username: role, password: 'x' }).href;
  const own = openSql(url, { max: 1 });
  expect(await connectionShortage(own, 20)).toContain('may open 24 connections to PostgreSQL, which allows 6,');
  await own.end();
  await sql.unsafe(`drop role ${role}`);
  await sql.end();
});
