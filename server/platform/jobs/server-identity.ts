import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The identity of the server of a data folder, which stays the same over its restarts: what the process before this one had is
 * known to be left. If that process is still there, two share the folder, and this one gets an identity of its own.
 */
export async function serverIdentity(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server.id');
  const [known = '', process_ = ''] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ');
  if (isAlive(Number(process_))) return randomUUID();
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(known) ? known : randomUUID();
  await writeFile(path, `${id} ${process.pid}\n`, { mode: 0o600 });
  return id;
}

/** Whether another process has this number. In a container, the one before often had the number of this one. */
function isAlive(id: number): boolean {
  if (!Number.isSafeInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
