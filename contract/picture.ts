import { Text } from './thing/fields.ts';

/** The id of a picture: the SHA-256 of the uploaded file. */
export const PictureHash = () => Text(64, { pattern: '^[0-9a-f]{64}$' });

/** The columns with hashes of pictures, by table: a field with `PictureHash`, or with a list of them. */
export const pictureColumns = {
  account: ['avatar'],
  arrival_scan: ['pictures'],
  brand: ['logo'],
  carousel_picture: ['picture'],
  delivery_proof: ['pictures'],
  enterprise: ['logo'],
  product: ['pictures'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const isPictureColumn = (table: string, column: string): boolean =>
  (pictureColumns as Readonly<Record<string, readonly string[]>>)[table]?.includes(column) ?? false;

/** The maximum size of an uploaded picture, in bytes. */
export const largestPicture = 10 * 2 ** 20;

export const pictureSizes = { full: 1600, thumb: 320 } as const;
export type PictureSize = keyof typeof pictureSizes;

/** The public URL of a picture. Its content never changes. */
export const pictureUrl = (hash: string, size: PictureSize = 'full'): string =>
  `/pictures/${hash}${size === 'full' ? '' : `-${size}`}.webp`;
