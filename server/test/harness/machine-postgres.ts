import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

// A PostgreSQL that the machine has, with the programs for backups that the embedded one comes without.

const run = promisify(execFile);

/** Debian's folder with the programs, of the newest version; undefined without one. */
export const programs: string | undefined = globSync('/usr/lib/postgresql/*/bin/pg_basebackup')
  .map(dirname)
  .toSorted()
  .at(-1);

const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const asPostgres = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : [];

/** Runs one of the programs. */
export async function pg(program: string, ...args: string[]): Promise<string> {
  const [command = '', ...rest] = [...asPostgres, join(programs as string, program), ...args];
  // An inherited pipe would keep the call open as long as the server runs.
  const { stdout } = await run(command, rest, { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
  return stdout;
}

/** Copies the files of a stopped cluster, as a snapshot of its volume would have them. */
export async function copyCluster(from: string, to: string): Promise<void> {
  const [command = '', ...rest] = [...asPostgres, 'cp', '-a', from, to];
  await run(command, rest);
}

export interface MachinePostgres {
  /** The folder of the cluster, which may be copied and replaced while it is stopped. */
  readonly folder: string;
  readonly port: number;
  start(folder?: string): Promise<void>;
  stop(): Promise<void>;
  urlOf(database: string): string;
}

/** A cluster of its own for a test, started. */
export async function machinePostgres(): Promise<MachinePostgres> {
  const home = await mkdtemp(join(tmpdir(), 'suyuan-machine-'));
  await chmod(home, 0o777);
  const folder = join(home, 'cluster');
  const port = await freePort();
  let running = folder;
  const stop = async () => {
    if (existsSync(join(running, 'postmaster.pid'))) await pg('pg_ctl', '-D', running, '-m', 'fast', '-w', 'stop');
  };
  onTestFinished(async () => {
    await stop();
    await rm(home, { recursive: true, force: true });
  });
  await pg('initdb', '-D', folder, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync');
  const start = async (at = folder) => {
    running = at;
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    await pg('pg_ctl', '-D', at, '-o', options, '-l', join(home, 'log'), '-w', 'start');
  };
  await start();
  return { folder, port, start, stop, urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}` };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
