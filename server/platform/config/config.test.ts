import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loadMasterKey } from '../secrets/master-key-file.ts';
import { ConfigError, readConfig, settings, withoutFiles } from './config.ts';

function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('has a default for everything', () => {
  expect({ ...readConfig({ PATH: '/bin', SUYUAN_PORT: ' ' }) }).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    sample: 1,
    trustProxy: false,
    logLevel: 'warn',
    sessionIdleMinutes: 120,
    sessionHours: 12,
    handheldDays: 30,
    rateLimit: true,
    databaseConnections: 20,
  });
});

test('creates sample data only in the embedded database, unless configured', () => {
  const SUYUAN_DATABASE_URL = 'postgres://a:b@localhost/c';
  expect(readConfig({ SUYUAN_DATABASE_URL }).sample).toBe(0);
  expect(readConfig({ SUYUAN_DATABASE_URL, SUYUAN_SAMPLE: 'on' }).sample).toBe(1);
  expect(readConfig({ SUYUAN_SAMPLE: 'off' }).sample).toBe(0);
  expect(readConfig({ SUYUAN_SAMPLE: '0.2' }).sample).toBe(0.2);
  expect(problems({ SUYUAN_SAMPLE: '20' })).toEqual([
    `SUYUAN_SAMPLE must be 'on', 'off', or a number between 0 and 1 such as 0.2, not "20".`,
  ]);
});

test('names every invalid setting and what it accepts', () => {
  const wrong = { SUYUAN_PORT: '99999', SUYUAN_RATE_LIMIT: 'yes', SUYUAN_TIME_ZONE: '+08:00', SUYUAN_PROT: '1' };
  expect(problems(wrong)).toEqual([
    'SUYUAN_PORT must be a whole number from 0 to 65535, not "99999".',
    'SUYUAN_TIME_ZONE must be an IANA time zone such as Asia/Shanghai, not "+08:00".',
    `SUYUAN_RATE_LIMIT must be 'on' or 'off', not "yes".`,
    'SUYUAN_PROT is not a setting; did you mean SUYUAN_PORT?',
  ]);
});

test.each([
  ['SUYUAN_PORT', ['0', '8080'], ['-1', '80.5', '0x50', 'http']],
  ['SUYUAN_HOST', ['0.0.0.0', '::1', 'localhost'], ['a b', 'http://x', '-']],
  ['SUYUAN_DATABASE_URL', ['postgres://h/d', 'postgresql://u:p@h:5432/d'], ['mysql://h/d', 'localhost']],
  ['SUYUAN_MASTER_KEY', ['ab'.repeat(32), `${'A'.repeat(43)}=`], ['ab'.repeat(31), 'x'.repeat(44)]],
  [
    'SUYUAN_PUBLIC_URL',
    ['https://t.cn', 'http://h:1/trace'],
    ['https://t.cn/', 'ftp://t.cn', 'https://t.cn?a', 't.cn'],
  ],
  ['SUYUAN_ADMIN_PASSWORD', ['0123456789ab'], ['0123456789a']],
  ['SUYUAN_TRUST_PROXY', ['off', '10.0.0.1', '10.0.0.0/8, ::1/128'], ['on', '10.0.0.0/33', '10.0.0.0/8/8', 'a']],
  ['SUYUAN_LOG_LEVEL', ['trace', 'silent'], ['verbose']],
  ['SUYUAN_TIME_ZONE', ['UTC', 'Europe/Berlin'], ['Mars/Base']],
  ['SUYUAN_SESSION_HOURS', ['1', '720'], ['0', '721']],
  ['SUYUAN_DATABASE_CONNECTIONS', ['6', '1000'], ['5', '1001', '0']],
])('%s', (name, right, wrong) => {
  for (const value of right) expect(problems({ [name]: value }), value).toEqual([]);
  for (const value of wrong) expect(problems({ [name]: value }), value).toHaveLength(1);
});

test('reads a secret from the file that its variable with _FILE names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const key = await file('key', `${'ab'.repeat(32)}\n`);
  const password = await file('password', 'a:b/c@d\n');
  const config = readConfig({
    SUYUAN_MASTER_KEY_FILE: key,
    SUYUAN_DATABASE_URL: 'postgres://u@h/d',
    SUYUAN_DATABASE_PASSWORD_FILE: password,
  });
  expect(config.masterKey?.toString('hex')).toBe('ab'.repeat(32));
  expect(config.databaseUrl).toBe('postgres://u:a%3Ab%2Fc%40d@h/d');
  expect(JSON.stringify(config)).not.toContain('a%3Ab');
  // A command gets them beside settings of its own, which may be the same secrets.
  expect(withoutFiles({ PATH: '/bin', SUYUAN_DATABASE_PASSWORD_FILE: password })).toEqual({
    PATH: '/bin',
    SUYUAN_DATABASE_PASSWORD: 'a:b/c@d',
  });

  expect(problems({ SUYUAN_MASTER_KEY_FILE: key, SUYUAN_MASTER_KEY: 'ab'.repeat(32) })).toEqual([
    'SUYUAN_MASTER_KEY and SUYUAN_MASTER_KEY_FILE are both set: keep one of them.',
  ]);
  const nowhere = join(folder, 'nowhere');
  expect(problems({ SUYUAN_ADMIN_PASSWORD_FILE: nowhere, SUYUAN_MASTER_KEY_FILE: await file('empty', '\n') })).toEqual([
    `SUYUAN_MASTER_KEY_FILE names an empty file, ${join(folder, 'empty')}.`,
    `SUYUAN_ADMIN_PASSWORD_FILE names a file that cannot be read, ${nowhere} (ENOENT).`,
  ]);
  expect(problems({ SUYUAN_MASTER_KEY_FILE: password })).toEqual([
    'SUYUAN_MASTER_KEY must be 32 bytes, written as 64 hexadecimal characters or as base64 (44 characters).',
  ]);
  expect(problems({ SUYUAN_PORT_FILE: key })).toEqual(['SUYUAN_PORT_FILE is not a setting; did you mean SUYUAN_PORT?']);
});

test('puts the password of the database into its URL, if it fits', () => {
  const SUYUAN_DATABASE_PASSWORD = 'geheim';
  const url = (SUYUAN_DATABASE_URL: string) =>
    readConfig({ SUYUAN_DATABASE_URL, SUYUAN_DATABASE_PASSWORD }).databaseUrl;
  expect(url('postgresql://u@h:1,i:2/d?x=@')).toBe('postgresql://u:geheim@h:1,i:2/d?x=@');
  expect(url('postgres://u:geheim@h/d')).toBe('postgres://u:geheim@h/d');
  expect(problems({ SUYUAN_DATABASE_PASSWORD })).toEqual(['SUYUAN_DATABASE_PASSWORD needs SUYUAN_DATABASE_URL.']);
  expect(problems({ SUYUAN_DATABASE_PASSWORD, SUYUAN_DATABASE_URL: 'postgres://h/d' })).toEqual([
    'SUYUAN_DATABASE_URL must name the user whose password SUYUAN_DATABASE_PASSWORD is.',
  ]);
  expect(problems({ SUYUAN_DATABASE_PASSWORD, SUYUAN_DATABASE_URL: 'postgres://u:x@h/d' })).toEqual([
    'SUYUAN_DATABASE_URL has another password than SUYUAN_DATABASE_PASSWORD: keep one of them.',
  ]);
});

test('never prints a secret', () => {
  const env = {
    SUYUAN_MASTER_KEY: 'ab'.repeat(32),
    SUYUAN_ADMIN_PASSWORD: 'correct horse',
    SUYUAN_DATABASE_URL: 'postgres://u:geheim@h/d',
  };
  const config = readConfig(env);
  expect(config.databaseUrl).toContain('geheim');
  expect(JSON.stringify({ config }) + inspect(config)).not.toMatch(/geheim|horse|abab|171/);
  expect(problems({ SUYUAN_MASTER_KEY: 'geheim', SUYUAN_DATABASE_URL: 'geheim' }).join()).not.toContain('geheim');
});

test('backs up to a folder or to a bucket, and needs the key to it', () => {
  const bucket = { SUYUAN_BACKUP_BUCKET: 's3://backups/shop?region=cn-north-1' };
  const key = { SUYUAN_BACKUP_ACCESS_KEY: 'id', SUYUAN_BACKUP_SECRET_KEY: 'geheim' };
  const config = readConfig({ ...bucket, ...key });
  expect(config.backupBucket).toMatchObject({ bucket: 'backups', prefix: 'shop/', region: 'cn-north-1' });
  expect(JSON.stringify({ config }) + inspect(config)).not.toContain('geheim');
  expect(problems(bucket)).toEqual([
    'SUYUAN_BACKUP_BUCKET needs SUYUAN_BACKUP_ACCESS_KEY and SUYUAN_BACKUP_SECRET_KEY.',
  ]);
  expect(problems({ ...bucket, ...key, SUYUAN_BACKUP_DIR: '/backups' })).toEqual([
    'SUYUAN_BACKUP_DIR and SUYUAN_BACKUP_BUCKET are both set: keep one of them.',
  ]);
});

test.each([
  's3://id:geheim@backups',
  'https://s3.example.com/',
  's3://B',
  's3://backups?regoin=eu',
  's3://backups?style=dns',
  's3://backups?endpoint=s3.example.com',
  'https://s3.example.com/backups?endpoint=https://s3.example.com',
  'ftp://s3.example.com/backups',
  'backups',
])('%s is no bucket for backups', (url) => {
  expect(problems({ SUYUAN_BACKUP_BUCKET: url })).toEqual([
    'SUYUAN_BACKUP_BUCKET must be a URL such as s3://bucket/prefix?region=cn-north-1, without a key, and with no parameters but region, endpoint and style.',
  ]);
});

test('creates the master key once, readable by the owner only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-key-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const load = () => loadMasterKey({ dataDir, masterKey: undefined });
  const keys = await Promise.all([load(), load(), load()]);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(await load()).toEqual(keys[0]);
  expect(await readdir(dataDir)).toEqual(['master.key']);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await loadMasterKey({ dataDir, masterKey: Buffer.alloc(32) })).toEqual(Buffer.alloc(32));

  await writeFile(join(dataDir, 'master.key'), 'short');
  await expect(load()).rejects.toThrow(/master\.key is damaged/);
});

test('explains why a data folder cannot be created', async () => {
  const dataDir = join(import.meta.filename, 'data');
  await expect(loadMasterKey({ dataDir, masterKey: undefined })).rejects.toThrow(
    /cannot be used \(ENOTDIR\)\. Set SUYUAN_DATA_DIR/,
  );
});

const readme = resolve(import.meta.dirname, '../../../README.md');
test.runIf(existsSync(readme))('the README lists every setting with its default', async () => {
  const rows = (await readFile(readme, 'utf8')).split('\n').filter((line) => /^\| `SUYUAN_/.test(line));
  expect(rows).toEqual(settings.map(({ name, default: value, description }) => tableRow(name, value, description)));
});

function tableRow(name: string, value: string, description: string): string {
  return `| \`${name}\` | ${value === '' ? '' : `\`${value}\` `}| ${description} |`;
}
