import type { Sharp, SharpOptions } from 'sharp';
import { type PictureSize, pictureSizes } from '../../../contract/picture.ts';
import { badInput, Refusal } from '../refusal.ts';

/** A picture as it is shown: its sizes as WebP, and the width and height of the full one. */
export interface Shrunk {
  readonly width: number;
  readonly height: number;
  readonly files: Readonly<Record<PictureSize, Buffer>>;
}

/** More points than a phone's camera makes; what unfolds to more is refused before it does. */
const mostPoints = 64_000_000;

/** The kinds that are read, each known by its first bytes; never SVG, which is a program. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/** Reads a picture whatever its name says, turns it upright, leaves out what it tells of its camera and place. */
export async function shrink(file: Buffer): Promise<Shrunk> {
  const open = await library();
  const read = (options: SharpOptions = {}) =>
    open(file, { limitInputPixels: mostPoints, failOn: 'error', ...options }).autoOrient();
  try {
    const full = await webp(read(), pictureSizes.full);
    const thumb = await webp(read(), pictureSizes.thumb);
    return { width: full.info.width, height: full.info.height, files: { full: full.data, thumb: thumb.data } };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badInput({ path: 'file', reason: 'not_a_picture' });
  }
}

/** A picture of ours for what reads no WebP. */
export async function asJpeg(shown: Buffer) {
  const open = await library();
  return open(shown).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
}

/** What a camera wrote into a picture, as it is (EXIF); undefined when there is none, or it is no picture. */
export async function exifIn(file: Buffer): Promise<Buffer | undefined> {
  const open = await library();
  return open(file, { limitInputPixels: mostPoints })
    .metadata()
    .then(
      ({ exif }) => exif,
      () => undefined,
    );
}

const webp = (picture: Sharp, size: number) =>
  picture
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });

type Library = typeof import('sharp').default;
let loaded: Promise<Library> | undefined;

/** Loaded with the first picture: a server that never sees one spares the memory. */
const library = (): Promise<Library> => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}Buffer`) });
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
};
