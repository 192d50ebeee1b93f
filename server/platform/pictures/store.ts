import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PictureSize, pictureSizes } from '@suyuan/contract/picture.ts';

/** Stores pictures under names that are never reused for other bytes. */
export interface PictureStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Resolves to undefined if there is no such picture. */
  get(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Does nothing if there is no such picture. */
  remove(name: string): Promise<void>;
}

export const allSizes = Object.keys(pictureSizes) as PictureSize[];

/** The name of the file for a size of a picture. */
export const pictureName = (hash: string, size: PictureSize): string =>
  `${hash}${size === 'full' ? '' : `-${size}`}.webp`;

/** Stores pictures as files below a folder, in 256 subfolders. */
export function folderStore(folder: string): PictureStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const aside = `${path}.${randomBytes(4).toString('hex')}`;
      await mkdir(dirname(path), { recursive: true });
      // Renamed when complete, so that nobody reads a partial file.
      try {
        await writeFile(aside, bytes, { flush: true });
        await rename(aside, path);
      } catch (error) {
        // Also half of one, which a full disk left.
        await rm(aside, { force: true });
        throw error;
      }
    },
    get: (name) =>
      readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
