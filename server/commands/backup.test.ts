import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connected } from '#test/harness/connected.ts';
import { newDatabase, onCluster } from '#test/harness/new-database.ts';
import { callProcess, ended, newDataDir, runCommand, signIn, startProcess } from '#test/harness/process.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// The commands as an administrator runs them.

const rule = {
  rule_name: 'r',
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: 12,
  check: 'none',
  carrier: 'plain',
} as const;

/** What a command prints, which must succeed. */
async function printedBy(name: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, printed } = await runCommand(name, env, ...args);
  expect([code, printed]).toEqual([0, expect.anything()]);
  return printed;
}

async function refusal(name: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const { code, printed } = await runCommand(name, env, ...args);
  expect([code, printed]).toEqual([1, expect.anything()]);
  return printed;
}

test.skipIf(onCluster)(
  'backs up the embedded database, whether the server runs or not, and restores it into an empty folder',
  { timeout: 120_000 },
  async () => {
    const [from, to] = [await newDataDir('embedded'), await newDataDir('embedded')];
    const server = await startProcess(from);
    const token = await signIn(server);
    const { id: rule_id } = await callProcess(server, token, codeRule.add, rule);
    const { first } = await callProcess(server, token, orderAdd, { rule_id, quantity: 3 });
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture)]), 'red.png');
    const sent = await fetch(`${server.url}/api/base/pictures/add`, { method: 'POST', headers: { token }, body: form });
    const { hash } = ((await sent.json()) as { data: { hash: string } }).data;

    const [running, stopped] = [join(from, 'running.tar'), join(from, 'stopped.tar')];
    expect(await printedBy('backup', { SUYUAN_DATA_DIR: from }, '--out', running)).toContain('2 pictures');
    await ended(server.child, 'SIGTERM');
    const [last] = (await printedBy('backup', { SUYUAN_DATA_DIR: from }, '--out', stopped, '--json'))
      .trim()
      .split('\n')
      .slice(-1);
    const done = JSON.parse(last as string);
    expect(done).toMatchObject({ event: 'done', file: stopped, pictures: 2, missing: [] });
    expect(done.bytes).toBe((await stat(stopped)).size);
    expect((await readdir(from)).filter((name) => name.includes('unfinished'))).toEqual([]);

    expect(await refusal('restore', { SUYUAN_DATA_DIR: to }, '--in', running)).toContain('There is no master.key in');
    expect(await readdir(to)).toEqual([]);
    await copyFile(join(from, 'master.key'), join(to, 'master.key'));
    const printed = await printedBy('restore', { SUYUAN_DATA_DIR: to }, '--in', running);
    expect(printed).toContain('3 are printed and recognised as before');
    expect(printed).toContain('Every record is as it was written.');
    expect(printed).toContain('Everything is what the events say.');
    const restored = await startProcess(to);
    // The session was of the earlier installation.
    await expect(callProcess(restored, token, codesQuery, { codes: [first as string] })).rejects.toThrow();
    const again = await signIn(restored);
    expect((await callProcess(restored, again, codesQuery, { codes: [first as string] }))[0]?.state).toBe('issued');
    expect((await fetch(`${restored.url}/pictures/${hash}.webp`)).headers.get('content-type')).toBe('image/webp');
    expect(await refusal('restore', { SUYUAN_DATA_DIR: to }, '--in', running)).toContain('A server is running');
  },
);

describe('with an external database', () => {
  let server: TestServer;
  let folder: string;
  let file: string;
  const env = (url = server.databaseUrl) => ({
    SUYUAN_DATABASE_URL: url,
    SUYUAN_MASTER_KEY: server.masterKey,
    SUYUAN_DATA_DIR: folder,
  });

  beforeAll(async () => {
    server = await testServer();
    folder = await mkdtemp(join(tmpdir(), 'suyuan-backup-'));
    file = join(folder, 'b.tar');
    await server.fillSample(0.2);
    await server.sql`select setval('waybill_no', 50000)`;
    await printedBy('backup', env(), '--out', file);
    return async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    };
  }, 120_000);

  test('restores all rows, and everything that is numbered goes on', { timeout: 60_000 }, async () => {
    const url = await newDatabase();
    await printedBy('restore', env(url), '--in', file);
    const counts = (sql: TestServer['sql']) => sql`
      select (select count(*) from trace_event)::int as events, (select count(*) from packing)::int as packed,
        (select count(*) from consumer_scan)::int as scans`;
    expect(await connected(url, counts)).toEqual(await connected(server.databaseUrl, counts));
    // Nor is the number of a document given twice that was given after the backup.
    const numbers = await connected(url, (sql) => sql<{ last_value: number }[]>`select last_value from waybill_no`);
    expect(Number(numbers[0]?.last_value)).toBeGreaterThan(50_000);
    const restored = await testServer({}, { databaseUrl: url, masterKey: server.masterKey });
    onTestFinished(() => restored.stop());
    await restored.data(product.add, { product_code: 'AFTER', product_name: 'x' });
    expect(await printedBy('audit:verify', env(url))).toContain('Every record is as it was written.');
  });

  test('verifies a backup without a server, and names what is damaged', async () => {
    expect(await printedBy('backup:verify', { SUYUAN_DATA_DIR: folder }, '--in', file)).toMatch(
      /^All \d+ parts are as they were written\.$/m,
    );
    const bytes = await readFile(file);
    const at = bytes.indexOf('tables/packing/000000.copy.zst') + 512 + 100;
    const damaged = join(folder, 'damaged.tar');
    await writeFile(
      damaged,
      Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]),
    );
    const short = join(folder, 'short.tar');
    await writeFile(short, bytes.subarray(0, bytes.length >> 1));
    const other = join(folder, 'other.tar');
    await writeFile(other, 'something else');
    const url = await newDatabase();
    for (const command of ['backup:verify', 'restore']) {
      for (const [path, message] of [
        [damaged, 'packing'],
        [short, 'short.tar'],
        [other, 'other.tar'],
        [join(folder, 'none.tar'), 'cannot be read'],
      ] as const)
        expect(await refusal(command, env(url), '--in', path), path).toContain(message);
    }
    expect(await connected(url, (sql) => sql`select 1 from pg_class where relname = 'account'`)).toEqual([]);
  });

  test('is a tar archive whose parts PostgreSQL can read', async () => {
    const names = execFileSync('tar', ['tf', file], { encoding: 'utf8' }).trim().split('\n');
    expect([names[0], names.at(-1)]).toEqual(['header.json', 'manifest.json']);
    const manifest = JSON.parse(
      execFileSync('tar', ['xOf', file, 'manifest.json'], { encoding: 'utf8', maxBuffer: 1e8 }),
    );
    expect(manifest.rows.account).toBe((await server.sql`select 1 from account`).length);
    expect(manifest.left_out).toContain('session');
    expect(Buffer.from(await readFile(file)).includes(Buffer.from(server.masterKey, 'hex'))).toBe(false);
  });

  test('refuses another key, a database that is not empty, a newer backup, and a file that is there', async () => {
    const url = await newDatabase();
    const otherKey = { ...env(url), SUYUAN_MASTER_KEY: 'ab'.repeat(32) };
    expect(await refusal('restore', otherKey, '--in', file)).toContain('SUYUAN_MASTER_KEY is not the key');
    expect(
      await refusal('backup', { ...otherKey, SUYUAN_DATABASE_URL: server.databaseUrl }, '--out', join(folder, 'k.tar')),
    ).toContain('another master key');
    expect(await refusal('restore', env(), '--in', file)).toContain('The database is not empty: it has table');
    await connected(url, (sql) => sql.unsafe('create table mine (id int)'));
    expect(await refusal('restore', env(url), '--in', file)).toContain('it has table mine');
    expect(
      await connected(url, (sql) => sql`select relname from pg_class where relname in ('account', 'mine')`),
    ).toEqual([{ relname: 'mine' }]);
    expect(await refusal('backup', env(), '--out', file)).toContain('is there already');
    expect(await refusal('backup', env())).toContain('--out');
    expect(await refusal('restore', env())).toContain('--in');
    expect(await refusal('backup', env(), '--out', '/nowhere/b.tar')).toContain('cannot be written');
  });

  test('begins anew after an interruption, and no server starts until it is done', { timeout: 60_000 }, async () => {
    const url = await newDatabase();
    await connected(url, (sql) =>
      sql.unsafe('create table restore_unfinished (began_at timestamptz); create table account (id int)'),
    );
    await expect(startProcess(folder, { ...env(url) })).rejects.toThrow(
      'A restore into this database was begun and not finished',
    );
    expect(await printedBy('restore', env(url), '--in', file)).toContain('Everything is what the events say.');
    await startProcess(folder, { ...env(url) });
  });

  test('encrypts to a passphrase, in the format of age', { timeout: 60_000 }, async () => {
    const secret = { ...env(), SUYUAN_BACKUP_PASSPHRASE: 'correct horse battery' };
    const path = join(folder, 'b.tar.age');
    await printedBy('backup', secret, '--out', path);
    const bytes = await open(path).then(async (handle) => {
      const { buffer } = await handle.read(Buffer.alloc(21), 0, 21, 0);
      await handle.close();
      return buffer;
    });
    expect(bytes.toString()).toBe('age-encryption.org/v1');
    expect(await printedBy('backup:verify', secret, '--in', path)).toContain('are as they were written');
    expect(await refusal('backup:verify', env(), '--in', path)).toContain('is encrypted. Set SUYUAN_BACKUP_PASSPHRASE');
    const wrong = { ...secret, SUYUAN_BACKUP_PASSPHRASE: 'incorrect horse battery' };
    expect(await refusal('backup:verify', wrong, '--in', path)).toContain('is not the passphrase');
    expect(await printedBy('restore', { ...secret, SUYUAN_DATABASE_URL: await newDatabase() }, '--in', path)).toContain(
      'Everything is what the events say.',
    );
  });
});
