import { copyFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** PostgreSQL's log in the data folder. */
export const logOf = (dataDir: string): string => join(dataDir, 'postgres.log');

/** When the log is rotated: what it may have, and how often that is looked at. */
export interface LogLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

export const usualLimits: LogLimits = { bytes: 5_000_000, milliseconds: 60_000 };

/**
 * Keeps the log from growing until the returned function is called. PostgreSQL goes on writing to the same file, at its end, so the file is
 * copied and emptied; a line that is written in between is lost.
 */
export function keepLogShort(path: string, { bytes, milliseconds }: LogLimits): () => void {
  // A full disk is told of elsewhere; the log is rotated when there is space.
  const timer = setInterval(() => void rotateLog(path, bytes).catch(() => undefined), milliseconds).unref();
  return () => clearInterval(timer);
}

/** Rotates the log if it has more than so many bytes; the last two are kept. */
export async function rotateLog(path: string, bytes: number): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats || stats.size <= bytes) return;
  const draft = `${path}.new`;
  try {
    await copyFile(path, draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await truncate(path);
  await rename(`${path}.1`, `${path}.2`).catch(() => undefined);
  await rename(draft, `${path}.1`);
}
