import { type PictureSize, pictureSizes } from '@suyuan/contract/picture.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { badInput, Refusal } from '../refusal.ts';

/** A picture in all sizes as WebP, with the dimensions of the full size. */
export interface Shrunk {
  readonly width: number;
  readonly height: number;
  readonly files: Readonly<Record<PictureSize, Buffer>>;
}

/** The limit on pixels, more than phone cameras have; larger pictures are refused before they are decoded. */
const maxPoints = 64_000_000;

/** The formats that are read, recognised by content. SVG is excluded, since it can contain scripts. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/** Decodes a picture, turns it upright, scales it, and drops metadata such as camera and location. */
export async function shrink(file: Buffer): Promise<Shrunk> {
  const open = await library();
  const read = (options: SharpOptions = {}) =>
    open(file, { limitInputPixels: maxPoints, failOn: 'error', ...options }).autoOrient();
  try {
    const full = await webp(read(), pictureSizes.full);
    const thumb = await webp(read(), pictureSizes.thumb);
    return { width: full.info.width, height: full.info.height, files: { full: full.data, thumb: thumb.data } };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badInput({ path: 'file', reason: 'not_a_picture' });
  }
}

/** A stored picture as JPEG, for programs that cannot read WebP. */
export async function asJpeg(picture: Buffer) {
  const open = await library();
  return open(picture).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
}

/** The most pixels of a drawn signature. */
const maxDrawn = 4_000_000;

/** A PNG written anew, without what else may be in its file; undefined unless the bytes are one. */
export async function asPng(file: Buffer): Promise<Buffer | undefined> {
  const open = await library();
  const picture = open(file, { limitInputPixels: maxDrawn, failOn: 'error' });
  const read = async () => {
    const { format } = await picture.metadata();
    return format === 'png' ? picture.png({ compressionLevel: 9, palette: true }).toBuffer() : undefined;
  };
  return read().catch(() => undefined);
}

/** The EXIF data of a picture; undefined if there are none, or it is not a picture. */
export async function exifIn(file: Buffer): Promise<Buffer | undefined> {
  const open = await library();
  return open(file, { limitInputPixels: maxPoints })
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
let promise: Promise<Library> | undefined;

/** Loads sharp on first use, which saves memory on servers that handle no pictures. */
const library = (): Promise<Library> => {
  promise ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}Buffer`) });
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return promise;
};
