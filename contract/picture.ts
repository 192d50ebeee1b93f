import { Text } from './thing/fields.ts';

/** A picture is known by the SHA-256 of the file that was sent. */
export const PictureHash = () => Text(64, { pattern: '^[0-9a-f]{64}$' });

/** Bytes of a file that is sent as a picture. */
export const largestPicture = 10 * 2 ** 20;

export const pictureSizes = { full: 1600, thumb: 320 } as const;
export type PictureSize = keyof typeof pictureSizes;

/** Where everybody gets a picture: it never changes under its address. */
export const pictureUrl = (hash: string, size: PictureSize = 'full'): string =>
  `/pictures/${hash}${size === 'full' ? '' : `-${size}`}.webp`;
