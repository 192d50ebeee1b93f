import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeDataDir } from '../config/config.ts';
import { prepareCluster, readPassword } from './cluster.ts';
import { readPostmasterFile, stopLeftover } from './leftover.ts';
import { isLocked, lockDataDir } from './lock.ts';
import { findRunner, type Runner } from './run.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops PostgreSQL by a fast shutdown (SIGINT), and waits until it has ended. */
  stop(): Promise<void>;
  /** Resolves when PostgreSQL has ended for any reason. */
  readonly exited: Promise<{ code: number | null }>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** Settings of PostgreSQL that override all others. */
  settings?: Readonly<Record<string, string>>;
}

/** Settings that the owner cannot change in postgresql.conf. */
const fixed = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  logging_collector: 'off',
  log_destination: 'stderr',
};

const largestLog = 5_000_000;

/** Starts PostgreSQL in the data folder, creating or recovering its cluster. Throws if another server uses the folder. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  await makeDataDir(options.dataDir);
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const cluster = join(dataDir, 'postgres');
    const runner = await findRunner(dataDir, cluster);
    await stopLeftover(cluster, options.log);
    const password = await prepareCluster(dataDir, runner, options.log);
    const { child, port, exited } = await launch(dataDir, cluster, runner, options);
    const released = exited.finally(() => lock.release());
    child.unref();
    return {
      url: urlOf(port, password),
      exited: released,
      stop: () => stop(child, released),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The URL of the embedded database of a running server; undefined if no server uses the data folder. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  if (!(await isLocked(dataDir))) return undefined;
  const [file, password] = await Promise.all([readPostmasterFile(join(dataDir, 'postgres')), readPassword(dataDir)]);
  if (file?.status !== 'ready' || password === undefined) {
    throw new Error(`The server on ${dataDir} is starting or stopping: try again in a moment.`);
  }
  return urlOf(file.port, password);
}

const urlOf = (port: number, password: string): string => `postgres://suyuan:${password}@127.0.0.1:${port}/suyuan`;

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.ref();
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 60_000);
  await exited;
  clearTimeout(impatience);
}

interface Launched {
  child: ChildProcess;
  port: number;
  exited: Promise<{ code: number | null }>;
}

async function launch(
  dataDir: string,
  cluster: string,
  runner: Runner,
  { log, settings = {} }: Options,
): Promise<Launched> {
  const path = join(dataDir, 'postgres.log');
  await rotate(path);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const output = await open(path, 'a+', 0o600);
    const { size: start } = await output.stat();
    try {
      const launched = spawnPostgres(cluster, runner, port, output.fd, { ...fixed, ...settings });
      if (await isReady(launched, cluster, log)) return { ...launched, port };
      const printed = await readFrom(output, start);
      const taken = /could not bind|Address already in use/.test(printed);
      if (!taken || attempt === 5)
        throw new Error(`The embedded PostgreSQL did not start:\n${lastLines(printed)}\n(${path})`);
    } finally {
      await output.close();
    }
  }
}

/** Starts PostgreSQL in its own process group, so that Ctrl-C reaches only the server, which then shuts PostgreSQL down. */
function spawnPostgres(
  cluster: string,
  runner: Runner,
  port: number,
  output: number,
  settings: Readonly<Record<string, string>>,
): Omit<Launched, 'port'> {
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster, '-p', String(port), ...set];
  const child = runner.start('postgres', args, { stdio: ['ignore', output, output], detached: true });
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }));
    child.once('error', () => resolve({ code: null }));
  });
  return { child, exited };
}

/** Waits until `postmaster.pid` says that PostgreSQL accepts connections, as pg_ctl does; false if it ends before. */
async function isReady(
  { child, exited }: Omit<Launched, 'port'>,
  cluster: string,
  log: Options['log'],
): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  const begun = performance.now();
  let announced = false;
  while (!ended) {
    const file = await readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    if (!announced && performance.now() - begun > 3000) {
      announced = true;
      log('The database was not stopped in order and recovers; this can take a minute …');
    }
    await wait(4);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function rotate(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats && stats.size > largestLog) await rename(path, `${path}.1`);
}

async function readFrom(file: FileHandle, start: number): Promise<string> {
  const { size } = await file.stat();
  const from = Math.max(start, size - 16_384);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  return buffer.toString('utf8', 0, bytesRead);
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-12).join('\n');
}
