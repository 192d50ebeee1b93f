import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { largestPicture, type PictureSize, pictureAdd, pictureSizes } from '../../contract/base-pictures.ts';
import { ErrorCode } from '../../contract/errors.ts';
import { fileOf } from './file-upload.ts';
import { bucketStore } from './picture-bucket.ts';
import { shrink } from './picture-shrink.ts';
import { folderStore, type PictureStore } from './picture-store.ts';
import { badInput, Refusal } from './refusal.ts';
import type { Schema } from './schema.ts';
import type { Services } from './services.ts';

const year = 365 * 24 * 3600;

/** Takes pictures in, and gives them out to everybody under an address that nobody can guess. */
export function servePictures(app: FastifyInstance, { routes, config }: Services): void {
  const store: PictureStore = config.pictures
    ? bucketStore(config.pictures)
    : folderStore(join(config.dataDir, 'pictures'));
  routes.change(pictureAdd, async (_, { request }, change) => {
    const file = await fileOf(request);
    if (file.length > largestPicture) throw badInput({ path: 'file', reason: 'picture_too_large' });
    const hash = createHash('sha256').update(file).digest('hex');
    const known = await change.db.selectFrom('picture').selectAll().where('hash', '=', hash).executeTakeFirst();
    if (known) return { hash, width: known.width, height: known.height };
    const { width, height, files } = await shrink(file);
    // Kept first: a picture without a row is in nobody's way, a row without its picture would be.
    for (const size of Object.keys(files) as PictureSize[]) await store.put(nameOf(hash, size), files[size]);
    await change.db
      .insertInto('picture')
      .values({ hash, width, height })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    change.made('picture', hash);
    return { hash, width, height };
  });

  app.get<{ Params: { name: string } }>('/pictures/:name', async ({ params: { name } }, reply) => {
    const bytes = isName(name) ? await store.get(name) : undefined;
    if (!bytes) throw new Refusal(404, ErrorCode.notFound, { reason: 'not_found', params: { thing: 'picture' } });
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes);
  });
}

/** A picture, and the field of the input that names it. */
export interface NamedPicture {
  readonly hash: string;
  readonly path: string;
}

/** Refuses pictures that were never sent. */
export async function requirePictures(db: Kysely<Schema>, wished: readonly NamedPicture[]): Promise<void> {
  if (wished.length === 0) return;
  const hashes = wished.map(({ hash }) => hash);
  const found = await db.selectFrom('picture').select('hash').where('hash', 'in', hashes).execute();
  const known = new Set(found.map(({ hash }) => hash));
  const missing = wished.filter(({ hash }) => !known.has(hash));
  if (missing.length > 0) throw badInput(...missing.map(({ path }) => ({ path, reason: 'no_such_picture' })));
}

const nameOf = (hash: string, size: PictureSize): string => `${hash}${size === 'full' ? '' : `-${size}`}.webp`;

const isName = (name: string): boolean =>
  /^[0-9a-f]{64}(-[a-z]+)?\.webp$/.test(name) &&
  Object.keys(pictureSizes).some((size) => nameOf(name.slice(0, 64), size as PictureSize) === name);
