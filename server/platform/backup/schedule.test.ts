import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticeList } from '@suyuan/contract/access/notice.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { accessKey, type TestObjectStore, testObjectStore } from '#test/harness/object-store.ts';
import { runCommand } from '#test/harness/process.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { lastBackups, lastBackupTimes } from './made-backups.ts';

// Real servers, and the command in a process of its own.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suyuan-schedule-'));
  return () => rm(folder, { recursive: true });
});

/** A server that backs up into the folder. */
async function serverWith(env: Record<string, string> = {}, beside?: TestServer): Promise<TestServer> {
  const server = await testServer({ SUYUAN_BACKUP_DIR: join(folder, 'backups'), ...env }, beside);
  onTestFinished(() => server.stop());
  return server;
}

const stateOf = async ({ sql }: TestServer) => (await lastBackups(sql, 1))[0]?.state;
const kinds = async (server: TestServer) => (await server.data(noticeList, {})).rows.map(({ kind }) => kind);

test('backs up once a day by itself, keeps so many, and removes what was interrupted', {
  timeout: 60_000,
}, async () => {
  const backups = join(folder, 'backups');
  await mkdir(backups);
  for (const name of [
    'suyuan-20260101T020000Z.tar',
    'suyuan-20260102T020000Z.tar',
    'suyuan-20260102T030000Z.tar.unfinished-1',
    'mine.tar',
  ])
    await writeFile(join(backups, name), 'x');
  const server = await serverWith({ SUYUAN_BACKUP_KEEP: '2' });
  await expect.poll(() => stateOf(server), { timeout: 50_000 }).toBe('done');
  const [made] = await lastBackups(server.sql, 1);
  expect(made).toMatchObject({ is_scheduled: true, failure: null });
  expect(made?.bytes).toBeGreaterThan(1000);
  expect(await lastBackupTimes(server.sql)).toEqual([{ is_scheduled: true, at: made?.began_at }]);
  const file = made?.file.slice(backups.length + 1) as string;
  await expect
    .poll(async () => (await readdir(backups)).toSorted())
    .toEqual(['mine.tar', 'suyuan-20260102T020000Z.tar', file]);
  expect((await runCommand('backup:verify', { SUYUAN_DATA_DIR: folder }, '--in', made?.file as string)).code).toBe(0);
  // A second server, and this one after a restart, have nothing to do.
  const other = await serverWith({}, server);
  expect(await lastBackups(other.sql, 9)).toHaveLength(1);
});

test('tells administrators that a backup failed, until one is made', { timeout: 60_000 }, async () => {
  // A file is in place of the folder.
  await writeFile(join(folder, 'backups'), 'x');
  const server = await serverWith();
  await expect.poll(() => kinds(server), { timeout: 50_000 }).toEqual(['backup_failed']);
  expect((await lastBackups(server.sql, 1))[0]).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('cannot be written'),
  });
  await server.sql`update backup set began_at = began_at - interval '2 hours'`;
  await rm(join(folder, 'backups'));
  await mkdir(join(folder, 'backups'));
  const next = await serverWith({}, server);
  await expect.poll(() => stateOf(next), { timeout: 50_000 }).toBe('done');
  await expect.poll(async () => (await next.data(noticeList, { unread: true })).rows).toEqual([]);
});

test('makes the backup of another server that was killed', { timeout: 60_000 }, async () => {
  await mkdir(join(folder, 'backups'));
  const server = await testServer();
  onTestFinished(() => server.stop());
  await server.sql`
    insert into server (id, host_name, version, started_at, seen_at)
    values (${randomUUID()}, 'h', '1', now() - interval '2 hours', now() - interval '2 hours')`;
  await server.sql`
    insert into backup (is_scheduled, file, host_name, server_id, began_at)
    select true, 'half.tar', 'h', id, now() - interval '61 minutes' from server where host_name = 'h'`;
  const next = await serverWith({}, server);
  await expect.poll(() => stateOf(next), { timeout: 50_000 }).toBe('done');
  expect((await lastBackups(next.sql, 2))[1]).toMatchObject({ file: 'half.tar', state: 'failed' });
});

test('tells administrators that the last backup is old, once a day', { timeout: 60_000 }, async () => {
  const server = await testServer();
  onTestFinished(() => server.stop());
  await server.sql`
    insert into backup (is_scheduled, file, host_name, state, began_at)
    values (true, 'old.tar', 'h', 'done', now() - interval '3 days'), (true, 'new.tar', 'h', 'failed', now())`;
  const next = await serverWith({}, server);
  await expect.poll(() => kinds(next), { timeout: 50_000 }).toEqual(['backup_overdue']);
  await next.stop();
  const again = await serverWith({}, server);
  expect(await kinds(again)).toEqual(['backup_overdue']);
});

describe('into a bucket', () => {
  let store: TestObjectStore;
  let env: Record<string, string>;
  beforeEach(async () => {
    store = await testObjectStore();
    env = { SUYUAN_BACKUP_DIR: '', SUYUAN_BACKUP_BUCKET: `${store.url}/shop`, ...accessKey };
    return () => store.stop();
  });

  test('backs up without a copy on the disk, and keeps so many', { timeout: 60_000 }, async () => {
    for (const day of [1, 2, 3]) store.objects.set(`shop/suyuan-2026010${day}T020000Z.tar.age`, Buffer.from('x'));
    const secret = { ...env, SUYUAN_BACKUP_PASSPHRASE: 'correct horse battery' };
    const server = await serverWith({ ...secret, SUYUAN_BACKUP_KEEP: '2' });
    await expect.poll(() => stateOf(server), { timeout: 50_000 }).toBe('done');
    const [made] = await lastBackups(server.sql, 1);
    expect(made?.file).toMatch(/^s3:\/\/backups\/shop\/suyuan-\d{8}T\d{6}Z\.tar\.age$/);
    const key = made?.file.slice('s3://backups/'.length) as string;
    await expect
      .poll(() => [...store.objects.keys()].toSorted())
      .toEqual(['shop/suyuan-20260103T020000Z.tar.age', key]);
    expect(made?.bytes).toBe(store.objects.get(key)?.length);
    expect(await readdir(folder)).toEqual([]);
    const verified = await runCommand(
      'backup:verify',
      { ...secret, SUYUAN_DATA_DIR: folder },
      '--in',
      made?.file as string,
    );
    expect(verified).toEqual({ code: 0, printed: expect.stringContaining('parts are as they were written') });
  });

  test('tells administrators what the store refused, and makes no half backup', { timeout: 60_000 }, async () => {
    store.disturbance = (call) => (call === 'UploadPart' ? 'forbidden' : undefined);
    const server = await serverWith(env);
    await expect.poll(() => kinds(server), { timeout: 50_000 }).toEqual(['backup_failed']);
    const [failed] = await lastBackups(server.sql, 1);
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining('answered 403 (AccessDenied') });
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
  });

  test('does without the right to delete', { timeout: 60_000 }, async () => {
    store.objects.set('shop/suyuan-20260101T020000Z.tar', Buffer.from('x'));
    store.disturbance = (call) => (call === 'DeleteObject' ? 'forbidden' : undefined);
    const server = await serverWith({ ...env, SUYUAN_BACKUP_KEEP: '1' });
    await expect
      .poll(() => store.calls, { timeout: 50_000 })
      .toContain('DeleteObject shop/suyuan-20260101T020000Z.tar');
    await server.stop();
    const other = await serverWith(env, server);
    expect(await stateOf(other)).toBe('done');
    expect(await kinds(other)).toEqual([]);
  });

  test('gives up a backup when the server stops', { timeout: 60_000 }, async () => {
    store.disturbance = (call) => (call === 'UploadPart' ? 'held' : undefined);
    const server = await serverWith(env);
    await expect.poll(() => store.calls.join(), { timeout: 50_000 }).toContain('UploadPart');
    await server.stop();
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
    store.disturbance = () => undefined;
    const next = await serverWith({}, server);
    expect(await lastBackups(next.sql, 9)).toMatchObject([{ state: 'failed', failure: 'Interrupted.' }]);
    expect(await kinds(next)).toEqual([]);
  });
});
