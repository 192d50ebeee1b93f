import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { product } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { root } from '../install.mjs';
import { writeArchive } from '../tools/package/archive.ts';
import { adminPassword, expect, signedInAt, signIn, type TestServer } from './server.ts';

// What is installed on a server, run as it is there: by a user without rights, from files that nobody can write, without what is
// around it here.

const run = promisify(execFile);

/** A user of no rights, where the tests may become one; else files are read-only to their owner, too. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

interface Installed {
  readonly folder: string;
  readonly dataDir: string;
  /** Into which the server backs up by itself. */
  readonly backups: string;
  /** Runs `bin/suyuan` to its end. */
  command(args: readonly string[], env?: Record<string, string>): Promise<{ code: number | null; printed: string }>;
  start(): Promise<{ url: string; stop(): Promise<number | null> }>;
}

let place: string;
let installed: Installed;
/** Servers that a test which failed has left. */
const running = new Set<ChildProcess>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  place = await mkdtemp(join(tmpdir(), 'suyuan-package-'));
  installed = await install();
});
test.afterAll(async () => {
  for (const child of running) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await run('chmod', ['-R', 'u+w', place]);
  await rm(place, { recursive: true });
});

async function install(): Promise<Installed> {
  await chmod(place, 0o755);
  await run(process.execPath, [join(root, 'tools/package/make.ts'), '--out', place]);
  const archive = (await readdir(place)).find((name) => name.endsWith('.tar.gz')) as string;
  const hash = createHash('sha256').update(await readFile(join(place, archive)));
  expect(await readFile(join(place, `${archive}.sha256`), 'utf8')).toBe(`${hash.digest('hex')}  ${archive}\n`);
  await run('tar', ['--extract', '--file', archive], { cwd: place });
  const folder = join(place, archive.replace('.tar.gz', ''));
  await run('chmod', ['-R', 'a-w', folder]);
  const [dataDir, backups] = [join(place, 'data'), join(place, 'backups')];
  for (const path of [dataDir, backups]) {
    await mkdir(path);
    if (nobody.uid !== undefined) await chown(path, nobody.uid, nobody.gid);
  }
  const secrets = { admin: adminPassword, key: 'ab'.repeat(32) };
  for (const [name, text] of Object.entries(secrets)) await writeFile(join(place, name), `${text}\n`);

  const env = {
    PATH: '/usr/bin:/bin',
    SUYUAN_PORT: '0',
    SUYUAN_DATA_DIR: dataDir,
    SUYUAN_BACKUP_DIR: backups,
    SUYUAN_SAMPLE: 'off',
    SUYUAN_DRAIN_SECONDS: '0',
    SUYUAN_ADMIN_PASSWORD_FILE: join(place, 'admin'),
    SUYUAN_MASTER_KEY_FILE: join(place, 'key'),
  };
  const spawned = (args: readonly string[], more: Record<string, string> = {}) => {
    const options: SpawnOptions = { ...nobody, cwd: '/', env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] };
    return spawn(join(folder, 'bin/suyuan'), args, options);
  };
  return {
    folder,
    dataDir,
    backups,
    command: async (args, more) => {
      const child = spawned(args, more);
      const printed = printedBy(child);
      const [code] = await once(child, 'close');
      return { code, printed: printed() };
    },
    start: async () => {
      const child = spawned([]);
      running.add(child);
      child.once('exit', () => running.delete(child));
      const url = await addressOf(child);
      const ended = once(child, 'exit');
      const stop = async () => {
        child.kill('SIGTERM');
        return (await ended)[0] as number | null;
      };
      return { url, stop };
    },
  };
}

function printedBy(child: ChildProcess): () => string {
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (printed += chunk));
  return () => printed;
}

async function addressOf(child: ChildProcess): Promise<string> {
  const printed = printedBy(child);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /Address\s+(http:\S+)/.exec(printed())?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${printed()}`)));
  });
}

async function fileOf({ url, token }: TestServer, path: string, query: Record<string, string>): Promise<Buffer> {
  const response = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { headers: { token } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString('utf8', 0, 200)).toBe(200);
  return bytes;
}

async function importProducts({ url, token }: TestServer, lines: readonly string[]): Promise<ImportReport> {
  const body = new FormData();
  body.append('file', new Blob([lines.join('\n')]), 'products.csv');
  const response = await fetch(`${url}${product.import.path}?mode=all`, { method: 'POST', headers: { token }, body });
  return ((await response.json()) as { data: ImportReport }).data;
}

test('an archive has the same bytes whoever packs it, in whatever order', async () => {
  const contents = [
    { path: 'b', text: 'x' },
    { path: 'a/c', text: 'y', isExecutable: true },
    { path: 'a/link', link: '../b' },
  ];
  const [one, other] = ['one', 'other'].map((name) => join(place, `${name}.tar.gz`)) as [string, string];
  await writeArchive(one, 'p', contents, new Date(1_700_000_000_000));
  await writeArchive(other, 'p', contents.toReversed(), new Date(1_700_000_000_000));
  expect((await readFile(one)).equals(await readFile(other))).toBe(true);
  const { stdout } = await run('tar', ['--list', '--verbose', '--file', one]);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.replace(/^(\S+)\s.* (p\/.*)$/, '$1 $2'))).toEqual([
    'drwxr-xr-x p/',
    'drwxr-xr-x p/a/',
    '-rwxr-xr-x p/a/c',
    'lrwxrwxrwx p/a/link -> ../b',
    '-rw-r--r-- p/b',
  ]);
  expect(lines.every((line) => line.includes(' root/root '))).toBe(true);
});

test('the package has the program and what it runs with, and nothing to develop it', async () => {
  const { folder } = installed;
  expect((await readdir(folder)).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'THIRD-PARTY-LICENSES.txt',
    'bin',
    'locales',
    'node_modules',
    'package.json',
    'server',
    'suyuan.service',
    'web',
  ]);
  const { stdout } = await run('find', [folder, '-name', '*.ts', '-o', '-name', '*.map', '-o', '-name', 'typescript']);
  expect(stdout).toBe('');
  const launcher = await readFile(join(folder, 'bin/suyuan'), 'utf8');
  expect(launcher).toContain('--max-semi-space-size=32 --max-old-space-size=512');
});

test('the package runs as a user without rights from read-only files', async ({ browser }) => {
  test.setTimeout(180_000);
  const { folder, dataDir, backups, command, start } = installed;
  const { url, stop } = await start();
  const page = await browser.newPage({ baseURL: url, locale: 'zh-CN' });
  await signIn(page);
  await expect(page.locator('h1, h2, .ant-card').first()).toBeVisible();
  await page.close();

  const server = await signedInAt(url);
  const report = await importProducts(server, ['product_code,product_name,gtin', 'P-1,云泉 53° 酱香型,6901234567892']);
  expect(report).toMatchObject({ written: 1, refused: [] });
  const { rows } = await server.call(product.page, { keyword: 'P-1' });
  const rule = await server.call(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'base32',
    body_length: 12,
    check: 'none',
    carrier: 'url',
  });
  // As many as are computed by threads.
  const order = await server.call(orderAdd, { rule_id: rule.id, product_id: rows[0]?.id as number, quantity: 200_000 });
  const handingOut = { id: String(order.id), purpose: 'test', reprint: 'test' };
  const codes = (await fileOf(server, orderDownload.path, { ...handingOut, format: 'txt' }))
    .toString()
    .trim()
    .split('\n');
  expect(new Set(codes).size).toBe(200_000);
  const labels = { layout: 'sheet', width_mm: '60', height_mm: '30', symbol: 'qrcode', texts: 'product,human' };
  const pdf = await fileOf(server, orderLabels.path, { ...handingOut, ...labels, from: '1', count: '30' });
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-');
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  const answer = await fetch(`${url}/c?code=${codes[0]}`, { headers: { 'accept-language': 'en' } });
  expect(await answer.text()).toContain('The product is genuine.');

  const here = { SUYUAN_PORT: new URL(url).port };
  expect(await command(['health'], here)).toEqual({ code: 0, printed: '200 {"status":"ok"}\n' });
  expect((await command(['health', '--ready'], here)).printed).toContain('"ready"');
  await expect.poll(async () => (await readdir(backups)).filter((name) => name.endsWith('.tar'))).toHaveLength(1);
  const backup = join(dataDir, 'backup.tar');
  expect(await command(['backup', '--out', backup])).toMatchObject({ code: 0 });
  expect((await command(['backup:verify', '--in', backup])).printed).toContain('parts are as they were written');

  expect(await stop()).toBe(0);
  await expect(stat(join(dataDir, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  expect(await command(['health'], here)).toMatchObject({ code: 1, printed: expect.stringContaining('ECONNREFUSED') });
  const verified = await command(['trace:verify']);
  expect(verified).toMatchObject({ code: 0, printed: expect.stringContaining('Everything is what the events say') });
  expect((await command(['backup'])).printed).toContain('suyuan backup --out FILE');
  expect((await stat(folder)).mode & 0o222).toBe(0);
});
