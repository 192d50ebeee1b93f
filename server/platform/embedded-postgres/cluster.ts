import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account, Runner } from './run.ts';

/** Initial settings, written to postgresql.conf once, for a small machine with an SSD. The owner may change them there. */
const tuning = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  // The password is random and as long as a key, which hashing it thousands of times does not make harder to guess.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const draftPrefix = 'postgres.init-';

/** Creates the cluster and its password if they are missing, and resolves to the password. */
export async function prepareCluster(dataDir: string, runner: Runner, log: (message: string) => void): Promise<string> {
  const cluster = join(dataDir, 'postgres');
  await removeDrafts(dataDir);
  const storedPassword = await readPassword(dataDir);
  const password = storedPassword ?? (await makePassword(dataDir));
  const stats = await stat(cluster).catch(() => undefined);
  if (!stats) {
    log('Creating the database …');
    // Uniquely named, because processes of a killed server may still be writing to an earlier draft.
    const draft = join(dataDir, `${draftPrefix}${randomBytes(4).toString('hex')}`);
    await createCluster(cluster, draft, runner, password);
    await syncFolder(dataDir);
    await removeDrafts(dataDir);
  } else {
    if (runner.account && stats.uid === 0) await giveTo(runner.account, cluster);
    if (storedPassword === undefined) await singleUser(runner, cluster, `alter role suyuan password '${password}'`);
  }
  return password;
}

/** Deletes drafts of interrupted starts. One that is still being written to is left for the next start. */
async function removeDrafts(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(draftPrefix));
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
  await Promise.all(names.map((name) => rm(join(dataDir, name), options).catch(() => undefined)));
}

/** Creates the cluster in a draft folder that is renamed at the end: an interrupted first start leaves no partial cluster. */
async function createCluster(cluster: string, draft: string, runner: Runner, password: string): Promise<void> {
  const passwordFile = join(draft, 'password');
  const draftCluster = join(draft, 'cluster');
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runner.account) await giveTo(runner.account, draft);
  await runner.finish('initdb', [
    `--pgdata=${draftCluster}`,
    '--username=suyuan',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...Object.entries(tuning).map(([name, value]) => `--set=${name}=${value}`),
  ]);
  await singleUser(runner, draftCluster, 'create database suyuan');
  await rename(draftCluster, cluster);
}

/** Executes a statement in single-user mode, without a server; PostgreSQL reads one statement per line. */
async function singleUser(runner: Runner, cluster: string, statement: string): Promise<void> {
  await runner.finish('postgres', ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'], `${statement}\n`);
}

export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'postgres.password'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return /^[\da-f]{48}$/.test(text.trim()) ? text.trim() : undefined;
}

async function makePassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const path = join(dataDir, 'postgres.password');
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  await file.writeFile(`${password}\n`);
  await file.sync();
  await file.close();
  await rename(draft, path);
  return password;
}

/** Changes the owner of a folder and its contents, which is also needed after root restored a backup. */
async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid);
  await chown(folder, uid, gid);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
