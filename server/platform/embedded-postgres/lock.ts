import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Holder {
  pid: number;
  /** The start of the process, which distinguishes it from a later one with the same pid. */
  started: string;
}

/** Locks the data folder for this server. Throws if another running server has it; takes over the lock of a killed one. */
export async function lockDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  const path = join(dataDir, 'suyuan.lock');
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ pid: process.pid, started: (await startOf(process.pid)) ?? '' }));
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await linked(draft, path)) return { release: () => rm(path, { force: true }) };
      const holder = await readHolder(path);
      if (holder && (await isAlive(holder))) {
        throw new Error(`The data directory ${dataDir} is in use by process ${holder.pid}, another suyuan server.`);
      }
      await setAside(path, holder);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new Error(`The lock ${path} could not be taken: other servers keep starting on this data directory.`);
}

/** Whether a server has the data folder now. */
export async function isLocked(dataDir: string): Promise<boolean> {
  const holder = await readHolder(join(dataDir, 'suyuan.lock'));
  return holder !== undefined && (await isAlive(holder));
}

/** An identifier of when a process started; undefined if there is no such process, or only its zombie. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const ps = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return ps.stdout.trim() || undefined;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields[0], fields[19]];
  if (!state || !started || /[ZX]/.test(state)) return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()} ${started}`;
}

async function isAlive({ pid, started }: Holder): Promise<boolean> {
  return (await startOf(pid)) === started;
}

async function linked(draft: string, path: string): Promise<boolean> {
  return link(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
    return typeof holder.pid === 'number' && holder.pid > 0
      ? { pid: holder.pid, started: `${holder.started}` }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the lock of a dead server, but restores it if a running server has replaced it in the meantime. */
async function setAside(path: string, dead: Holder | undefined): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const holder = await readHolder(aside);
  if (holder && holder.pid !== dead?.pid && (await isAlive(holder))) await linked(aside, path);
  await rm(aside, { force: true });
}
