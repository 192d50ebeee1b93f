import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where pictures are kept, by names that are never given to other bytes. */
export interface PictureStore {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is none of this name. */
  get(name: string): Promise<Buffer | undefined>;
}

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
  };
}
