import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** What git prints, or nothing where it fails. */
export function readGit(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}

/** All files that are in the repository, or would be added to it. */
export function listFiles(): string[] {
  const names = readGit('ls-files', '--cached', '--others', '--exclude-standard', '-z')?.split('\0');
  return names?.filter((name) => name !== '' && existsSync(join(root, name))) ?? ['package-lock.json', 'package.json'];
}

/** The text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
