import { readFile } from 'node:fs/promises';
import { pictureAdd } from '@suyuan/contract/base/picture.ts';
import type { SendFile } from './sample-account.ts';

/** Uploads a picture of the sample by name, and resolves to its hash. */
export type KeepPicture = (name: string) => Promise<string>;

export const keepingPictures =
  (send: SendFile): KeepPicture =>
  async (name) => {
    const file = `${name.toLowerCase()}.webp`;
    const bytes = await readFile(new URL(`pictures/${file}`, import.meta.url));
    return (await send(pictureAdd, new File([Uint8Array.from(bytes)], file, { type: 'image/webp' }))).hash;
  };
