import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** Several times what the databases of a run take at once. */
const room = 6 * 2 ** 30;

/**
 * Lets the run keep its folders in memory, where there is room: tens of thousands of files are made and removed again, which some
 * file systems take half of PostgreSQL's time for. Whoever has set TMPDIR has chosen. Answers what removes all of it.
 */
export async function workInMemory(): Promise<() => Promise<void>> {
  if (process.env.TMPDIR !== undefined || !(await hasRoom())) return async () => {};
  const folder = await mkdtemp(join(memory, 'suyuan-run-'));
  // PostgreSQL goes through it as another user.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return async () => {
    delete process.env.TMPDIR;
    await rm(folder, { recursive: true, force: true });
  };
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > room;
}
