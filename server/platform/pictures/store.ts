import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PictureSize, pictureSizes } from '../../../contract/picture.ts';

/** Where pictures are kept, by names that are never given to other bytes. */
export interface PictureStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none of this name. */
  get(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Does nothing when there is none of this name. */
  remove(name: string): Promise<void>;
}

export const allSizes = Object.keys(pictureSizes) as PictureSize[];

/** What a size of a picture is kept as. */
export const pictureName = (hash: string, size: PictureSize): string =>
  `${hash}${size === 'full' ? '' : `-${size}`}.webp`;

/** Keeps pictures as files below a folder, spread over 256 folders. */
export function folderStore(folder: string): PictureStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const aside = `${path}.${randomBytes(4).toString('hex')}`;
      await mkdir(dirname(path), { recursive: true });
      // Nobody reads half a picture: it gets its name when it is whole.
      await writeFile(aside, bytes, { flush: true });
      await rename(aside, path).catch(async (error) => {
        await rm(aside, { force: true });
        throw error;
      });
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
