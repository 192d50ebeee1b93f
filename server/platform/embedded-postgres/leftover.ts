import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What PostgreSQL writes to `postmaster.pid` in its cluster. */
export interface PostmasterFile {
  pid: number;
  port: number;
  status: string;
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 0
    ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
    : undefined;
}

/** Stops PostgreSQL processes that a killed server left running on this cluster, and removes a stale `postmaster.pid`. */
export async function stopLeftover(cluster: string, log: (message: string) => void): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (!file) return;
  const processes = await processesOf(cluster, file.pid);
  if (processes.length > 0) {
    log(`Stopping the database process ${file.pid} that a killed server left behind …`);
    await endAll(cluster, file.pid, processes);
  }
  // PostgreSQL removes the file of a dead process itself, but refuses to start while another process has the same pid.
  if ((await readPostmasterFile(cluster)) && exists(file.pid))
    await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function endAll(cluster: string, postmaster: number, processes: number[]): Promise<void> {
  const steps = processes.includes(postmaster)
    ? [
        { signal: 'SIGINT', to: [postmaster], seconds: 30 },
        { signal: 'SIGQUIT', to: [postmaster], seconds: 10 },
        { signal: 'SIGKILL', to: processes, seconds: 5 },
      ]
    : [
        { signal: 'SIGQUIT', to: processes, seconds: 10 },
        { signal: 'SIGKILL', to: processes, seconds: 5 },
      ];
  for (const { signal, to, seconds } of steps) {
    for (const pid of to) send(pid, signal as NodeJS.Signals);
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(10)) {
      if ((await processesOf(cluster, postmaster)).length === 0) return;
    }
  }
  throw new Error(`The database process ${postmaster}, left behind by a killed server, does not end: end it by hand.`);
}

/** The pids of PostgreSQL processes of this cluster; the pid in the file may belong to another program by now. */
async function processesOf(cluster: string, postmaster: number): Promise<number[]> {
  if (process.platform !== 'linux') {
    const ps = await run('ps', ['-o', 'command=', '-p', String(postmaster)]).catch(() => ({ stdout: '' }));
    return ps.stdout.includes('postgres') && ps.stdout.includes(cluster) ? [postmaster] : [];
  }
  const home = await realpath(cluster);
  const numbers = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const pids = await Promise.all(numbers.map(async (pid) => ((await worksIn(pid, home)) ? [pid] : [])));
  return pids.flat();
}

async function worksIn(pid: number, home: string): Promise<boolean> {
  const [cwd, program] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    readlink(`/proc/${pid}/exe`).catch(() => ''),
  ]);
  return cwd === home && basename(program.replace(/ \(deleted\)$/, '')) === 'postgres';
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
