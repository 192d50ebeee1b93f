import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPostmasterFile } from './leftover.ts';
import { logOf, rotateLog, usualLimits } from './log-file.ts';
import type { Runner } from './run.ts';

/** Settings that the owner cannot change in postgresql.conf. */
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  logging_collector: 'off',
  log_destination: 'stderr',
};

/** How to launch PostgreSQL on a cluster that is there. */
export interface Launching {
  readonly dataDir: string;
  readonly runner: Runner;
  readonly log: (message: string) => void;
  /** Settings of PostgreSQL that override all others. */
  readonly settings: Readonly<Record<string, string>>;
  /** The port to listen on; any free one if it is not given. */
  readonly port?: number;
}

/** A running PostgreSQL. */
export interface Launched {
  readonly child: ChildProcess;
  readonly port: number;
  /** Resolves when PostgreSQL has ended for any reason. */
  readonly exited: Promise<{ code: number | null }>;
}

/** Launches PostgreSQL, and waits until it accepts connections. Throws with the end of its log if it does not. */
export async function launch({ dataDir, runner, log, settings, port: fixedPort }: Launching): Promise<Launched> {
  const cluster = join(dataDir, 'postgres');
  const path = logOf(dataDir);
  await rotateLog(path, usualLimits.bytes).catch(() => undefined);
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort());
    const output = await open(path, 'a+', 0o600);
    const { size: start } = await output.stat();
    try {
      const server = spawnPostgres(cluster, runner, port, output.fd, { ...fixedSettings, ...settings });
      if (await isReady(server, cluster, log)) {
        server.child.unref();
        return { ...server, port };
      }
      const text = await readFrom(output, start);
      const taken = /could not bind|Address already in use/.test(text);
      if (!taken || fixedPort !== undefined || attempt === 5)
        throw new Error(`The embedded PostgreSQL did not start:\n${lastLines(text)}\n(${path})`);
    } finally {
      await output.close();
    }
  }
}

/** The last lines of PostgreSQL's log, and where it is. */
export async function endOfLog(dataDir: string): Promise<string> {
  const path = logOf(dataDir);
  const output = await open(path, 'r');
  try {
    return `${lastLines(await readFrom(output, 0))}\n(${path})`;
  } finally {
    await output.close();
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
  const exited = new Promise<{ code: number | null }>((done) => {
    child.once('exit', (code) => done({ code }));
    child.once('error', () => done({ code: null }));
  });
  return { child, exited };
}

/** Waits until `postmaster.pid` says that PostgreSQL accepts connections, as pg_ctl does; false if it ends before. */
async function isReady(
  { child, exited }: Omit<Launched, 'port'>,
  cluster: string,
  log: Launching['log'],
): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  const startedAt = performance.now();
  let announced = false;
  while (!ended) {
    const file = await readPostmasterFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    if (!announced && performance.now() - startedAt > 3000) {
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

async function readFrom(file: FileHandle, start: number): Promise<string> {
  const { size } = await file.stat();
  const from = Math.max(start, size - 16_384);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  return buffer.toString('utf8', 0, bytesRead);
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-12).join('\n');
}
