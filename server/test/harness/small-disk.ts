import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerProcess } from './process.ts';

// Small disks that only one process and its children see: file systems in memory, in a mount namespace of their own. A person who is not
// root gets a namespace of users as well, in which PostgreSQL still does not run as root.

const namespace = userInfo().uid === 0 ? ['unshare', '--mount'] : ['unshare', '--map-root-user', '--mount'];
const asBefore =
  userInfo().uid === 0 ? '' : `unshare --user --map-user=${userInfo().uid} --map-group=${userInfo().gid} `;

/** The command that runs another one with small disks, by their folders and sizes in megabytes. */
export function withSmallDisks(sizes: Readonly<Record<string, number>>): readonly string[] {
  const mounts = Object.entries(sizes).map(
    ([folder, megabytes]) => `mount -t tmpfs -o size=${megabytes}m,mode=1777 none '${folder}'`,
  );
  return [...namespace, 'sh', '-c', `${mounts.join(' && ')} && exec ${asBefore}"$@"`, 'sh'];
}

/** Why there can be no small disks on this machine; undefined if there can. */
export async function lackOfDisks(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'only Linux has mount namespaces';
  const folder = await mkdtemp(join(tmpdir(), 'suyuan-disk-'));
  const [command = '', ...args] = [...withSmallDisks({ [folder]: 1 }), 'true'];
  try {
    await promisify(execFile)(command, args);
    return undefined;
  } catch (error) {
    return `no file system can be mounted here: ${(error as Error).message}`;
  } finally {
    await rmdir(folder);
  }
}

/** Fills a disk of a process, but for so many bytes; resolves to what makes space again. */
export async function filled({ child }: ServerProcess, folder: string, left = 0): Promise<() => Promise<void>> {
  const path = join(`/proc/${child.pid}/root`, folder, 'ballast');
  const ballast = await open(path, 'w');
  const megabyte = Buffer.alloc(2 ** 20);
  try {
    const { bavail, bsize } = await statfs(`/proc/${child.pid}/root${folder}`);
    for (let rest = bavail * bsize - left; rest > 0; ) {
      rest -= (await ballast.write(megabyte, 0, Math.min(rest, megabyte.length))).bytesWritten;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await ballast.close();
  }
  return () => rm(path);
}
